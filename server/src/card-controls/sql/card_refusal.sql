-- Why a card may not pay, by everything its holder and the bank have set; null where it may. c and
-- k are locked. p: amount, online, abroad, at, day. What the cards that it replaces have paid that
-- day counts: whoever reports a card lost has no second limit.
create or replace function card_refusal(c customers, k cards, p jsonb) returns text
stable language plpgsql as $$
begin
  return case
    when k.state = 'lost' then 'card_lost'
    when k.state = 'frozen' then 'card_frozen'
    when standing_refusal(c) is not null then 'card_stopped'
    when make_date(k.expiry_year, k.expiry_month, 1) + interval '1 month' <= (p->>'day')::date
      then 'card_expired'
    when (p->>'online')::boolean and not k.online then 'card_online_off'
    when (p->>'abroad')::boolean and not k.abroad then 'card_abroad_off'
    when (p->>'amount')::bigint > k.payment_limit_minor then 'card_payment_limit'
    when (p->>'amount')::bigint + coalesce((
        with recursive held(id, replaces) as (
          select k.id, k.replaces
          union select r.id, r.replaces from held join cards r on r.id = held.replaces)
        -- Each by the index: how many cards came one after the other the planner cannot know.
        select sum(of_one.paid) from held cross join lateral (
          select sum(amount_minor) as paid from card_payments
          where card_id = held.id and day = (p->>'day')::date
            and state in ('authorised', 'captured')) of_one), 0)
      > k.day_limit_minor then 'card_day_limit'
  end;
end $$;
