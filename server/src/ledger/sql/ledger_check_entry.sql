-- At the commit every new entry must have two postings or more; what they sum to was checked by the
-- statement that wrote them (ledger_check_postings).
create or replace function ledger_check_entry() returns trigger language plpgsql as $$
begin
  perform from ledger_postings where entry_id = new.id offset 1 limit 1;
  if not found then
    raise exception 'entry % has fewer than two postings', new.id using errcode = 'LG002';
  end if;
  return null;
end $$;

create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry();
