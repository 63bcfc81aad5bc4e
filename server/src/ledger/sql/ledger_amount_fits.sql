-- Whether an amount of either sign is one that the ledger takes.
create or replace function ledger_amount_fits(p_amount bigint) returns boolean
immutable language sql as $$
  select p_amount between -100000000000000 and 100000000000000 and p_amount <> 0
$$;
