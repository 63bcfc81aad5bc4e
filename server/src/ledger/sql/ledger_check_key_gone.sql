-- A key only goes once the archive has it: one key, one effect, for ever.
create or replace function ledger_check_key_gone() returns trigger language plpgsql as $$
begin
  if not ledger_key_is_old(old.owner_id, old.once_key) then
    raise exception '% is append-only', tg_table_name using errcode = 'LG001';
  end if;
  return old;
end $$;

create trigger ledger_keys_archived before delete on ledger_keys
  for each row execute function ledger_check_key_gone();
