-- Why accounts cannot stand so: one would have less than its floor available. Null where they can.
create or replace function ledger_floor_refusal(p_balances bigint[], p_held bigint[],
  p_floors bigint[])
returns text immutable language plpgsql as $$
begin
  for i in 1..cardinality(p_balances) loop
    if p_balances[i] - p_held[i] < p_floors[i] then return 'insufficient_funds'; end if;
  end loop;
  return null;
end $$;
