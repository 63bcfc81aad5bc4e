-- Why something may not go to somebody not paid before, for a day after a change that a thief would
-- make; null where it may. o_stranger says that it counts towards what strangers get. p: now, usd,
-- cooling_limit. p_strangers: what strangers got on its day.
create or replace function cooling_refusal(c customers, p jsonb, p_line jsonb, p_strangers bigint,
  out o_refusal text, out o_stranger boolean) stable language plpgsql as $$
declare
  v_usd bigint := (p->>'usd')::bigint;
begin
  o_stranger := false;
  if v_usd = 0 or not is_cooling(c, approval_now(p)) then return; end if;
  -- Of a card only four digits are kept, and others have the same: it is a stranger always.
  o_stranger := p_line->>'method' = 'card' or not payee_is_known(c.id, payee_key(p_line),
    coalesce(c.cooling_since, c.cooling_until - interval '1 day'));
  if o_stranger and not day_has_room(p_strangers, v_usd, (p->>'cooling_limit')::bigint) then
    o_refusal := format('cooling:%s:%s', ceil(extract(epoch from c.cooling_until))::bigint,
      p->>'cooling_limit');
  end if;
end $$;
