-- The code of the bank's sub-account that stands on the other side of an account: one of sixteen,
-- by its slice, so that few orders wait for one row. slice.ts says the same.
create or replace function ledger_house(p_name text, p_currency text, p_account bigint)
returns text immutable language sql as $$
  select p_name || ':' || p_currency || ':'
    || lpad((ledger_slice(p_account) % 16)::text, 2, '0')
$$;
