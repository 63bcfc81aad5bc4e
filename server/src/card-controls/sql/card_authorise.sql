-- A merchant asks whether a card pays: the money is held, or a row says why not. The customer is
-- locked before the card, so that a freeze, a lower limit or another payment comes before or after,
-- never between. p: card, amount, merchant, online, abroad, at, day, line. Answers the payment's id
-- and the refusal, null where it is authorised.
create or replace function card_authorise(p jsonb, out o_id uuid, out o_refusal text)
language plpgsql as $$
declare
  k cards; c customers; held jsonb;
begin
  select * into c
  from customer_locked((select customer_id from cards where id = (p->>'card')::uuid));
  select * into k from cards where id = (p->>'card')::uuid for update;
  o_refusal := card_refusal(c, k, p);
  if o_refusal is null then
    held := ledger_pend(null, null, null, k.account_id, c.id, -(p->>'amount')::bigint, p->'line',
      (p->>'at')::timestamptz, (p->>'day')::date);
    if held->>'code' <> 'ok' then o_refusal := held->>'code'; end if;
  end if;
  insert into card_payments(card_id, account_id, merchant, amount_minor, online, abroad, day, at,
    state, reason, transaction_id, line)
  values (k.id, k.account_id, p->>'merchant', (p->>'amount')::bigint, (p->>'online')::boolean,
    (p->>'abroad')::boolean, (p->>'day')::date, (p->>'at')::timestamptz,
    case when o_refusal is null then 'authorised' else 'refused' end, o_refusal,
    case when o_refusal is null then (held->'lines'->0->>'id')::uuid end,
    case when o_refusal is null then (held->'lines'->0->>'line')::bigint end)
  returning id into o_id;
end $$;
