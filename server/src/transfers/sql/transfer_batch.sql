-- The ordinary ones among many orders, each as transfer_order takes it, with a key: a new key, the
-- right PIN with no wrong one before it, the code where one is asked for, room in the day's limits,
-- open accounts with enough money. Answers a list with one result for each; null stands for an
-- order that is not ordinary: it has left nothing, and transfer_order decides it. A customer's
-- first wrong PIN is counted and answered here. Locks are taken as everywhere: customers, then
-- accounts, each in id order.
create or replace function transfer_batch(p jsonb) returns jsonb language plpgsql as $$
declare
  answers jsonb[];
  -- An element for each order that is approved:
  places int[]; customer_ids bigint[]; ats timestamptz[]; days date[]; nows timestamptz[];
  keys text[]; fingerprints text[]; usds bigint[]; exchanged bigint[]; codes bigint[];
  kinds text[]; memos text[]; legs jsonb[]; pends jsonb[]; waits jsonb[]; reviews boolean[];
  results jsonb[];
begin
  perform batch_lock(p);
  answers := batch_wrong_pins(p);
  select array_agg(o.place), array_agg(o.customer), array_agg(o.at), array_agg(o.day),
    array_agg(o.now), array_agg(o.once_key), array_agg(o.fingerprint), array_agg(o.usd),
    array_agg(o.exchange_usd), array_agg(o.code_id), array_agg(o.kind), array_agg(o.memo),
    array_agg(o.legs), array_agg(o.pend), array_agg(o.transfer), array_agg(o.review)
  into places, customer_ids, ats, days, nows, keys, fingerprints, usds, exchanged, codes, kinds,
    memos, legs, pends, waits, reviews
  from batch_approved(p) o;
  if places is null then return to_jsonb(answers); end if;
  results := batch_post(customer_ids, kinds, memos, ats, days, legs, pends);
  perform ledger_claim_many(customer_ids, keys, fingerprints, results, ats);
  perform batch_spend(customer_ids, days, usds, exchanged, codes, nows, results);
  perform transfers_wait(customer_ids, usds, days, waits, reviews, results);
  perform payees_paid(customer_ids, array(
    select case when u.result is not null then u.legs->0->'line' end
    from unnest(legs, results) with ordinality u(legs, result, n) order by u.n), nows);
  for i in 1..cardinality(places) loop
    answers[places[i]] := results[i];
  end loop;
  return to_jsonb(answers);
end $$;
