-- Settles many pending lines, each as ledger_settle does, in one call: their accounts are locked in
-- id order before the first of them. Answers a result for each; a refusal has left nothing.
create or replace function ledger_settle_many(p_transactions uuid[], p_counters bigint[],
  p_counter_lines jsonb[], p_kinds text[], p_at timestamptz, p_day date)
returns jsonb[] language plpgsql as $$
declare
  results jsonb[] := '{}';
begin
  perform ledger_lock_accounts(p_counters || array(
    select account_id from transactions where id = any(p_transactions)));
  for i in 1..cardinality(p_transactions) loop
    results := array_append(results, ledger_settle(p_transactions[i], p_counters[i],
      p_counter_lines[i], p_kinds[i], '', p_at, p_day));
  end loop;
  return results;
end $$;
