-- Why an order may not go out, whoever approved it: the customer's standing, the day's limit, the
-- customer's own limits, and strangers while cooling. Null where it may; o_stranger is then for
-- count_outgoing. c is locked, in a statement of its own before: sums are read after the wait. p:
-- at, day, now, today, usd, usd_limit, exchange_usd, exchange_limit, cooling_limit, and
-- counted_usd, what of it strangers' sum of the day holds already. p_line: the statement line.
create or replace function outgoing_refusal(c customers, p jsonb, p_line jsonb,
  out o_refusal text, out o_stranger boolean) stable language plpgsql as $$
declare
  v_usd bigint := (p->>'usd')::bigint;
  v_exchange bigint := coalesce((p->>'exchange_usd')::bigint, 0);
  sent transfer_days; v_strangers bigint;
begin
  o_stranger := false;
  o_refusal := standing_refusal(c);
  if o_refusal is not null then return; end if;
  select * into sent from transfer_days where customer_id = c.id and day = (p->>'day')::date;
  o_refusal := case
    when not day_has_room(sent.usd_minor, v_usd, (p->>'usd_limit')::bigint) then 'daily_limit'
    when not day_has_room(sent.exchanged_usd_minor, v_exchange, (p->>'exchange_limit')::bigint)
      then 'daily_limit:exchange'
    when c.own_limits then own_limit_refusal(c.id, sent.usd_minor, v_usd, approval_now(p))
  end;
  if o_refusal is not null or not is_cooling(c, approval_now(p)) then return; end if;
  select strangers_usd_minor into v_strangers from transfer_days
  where customer_id = c.id and day = approval_day(p);
  select r.o_refusal, r.o_stranger into o_refusal, o_stranger
  from cooling_refusal(c, p, p_line,
    v_strangers - coalesce((p->>'counted_usd')::bigint, 0)) r;
end $$;
