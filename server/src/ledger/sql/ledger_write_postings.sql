-- Writes the postings of any number of entries; a leg without an entry is left out. p_legs numbers
-- the legs of each entry; null where all are of one, in their order.
create or replace function ledger_write_postings(p_entries bigint[], p_legs smallint[],
  p_accounts bigint[], p_currencies text[], p_amounts bigint[], p_afters bigint[])
returns void language plpgsql as $$
begin
  insert into ledger_postings
    (entry_id, leg, account_id, currency, amount_minor, balance_after_minor)
  select u.entry, coalesce(u.leg, u.n), u.account, u.currency, u.amount, u.after
  from unnest(p_entries, p_legs, p_accounts, p_currencies, p_amounts, p_afters)
    with ordinality u(entry, leg, account, currency, amount, after, n)
  where u.entry is not null;
end $$;
