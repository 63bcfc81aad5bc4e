-- Postings are checked by the statement that writes them, all their entries at once: what balanced
-- before balances after.
create or replace function ledger_check_postings() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select entry_id into wrong from fresh
  group by entry_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'entry % does not sum to zero', wrong using errcode = 'LG002';
  end if;
  select f.entry_id into wrong from fresh f left join ledger_accounts a on a.id = f.account_id
  where a.currency is distinct from f.currency limit 1;
  if found then
    raise exception 'entry % has a posting in another currency than its account', wrong
      using errcode = 'LG002';
  end if;
  return null;
end $$;

create trigger ledger_postings_balanced after insert on ledger_postings
  referencing new table as fresh for each statement execute function ledger_check_postings();
