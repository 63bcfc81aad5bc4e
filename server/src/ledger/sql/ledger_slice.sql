-- The slice of the bank that an account lies in, of 4096: the low bits of its id. slice.ts says the
-- same.
create or replace function ledger_slice(p_account bigint) returns int immutable language sql as $$
  select (p_account & 4095)::int
$$;
