-- What stands on each of the bank's own accounts, over all its sub-accounts; loans, of which each
-- has a receivable of its own, are left out.
create or replace function house_balances()
returns table (name text, currency text, balance_minor bigint) stable language sql as $$
  select split_part(a.code, ':', 1), a.currency, sum(a.balance_minor)::bigint
  from ledger_accounts a where a.owner_id is null and a.code not like 'loan:%'
  group by 1, 2
$$;
