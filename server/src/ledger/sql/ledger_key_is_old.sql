-- Whether a key was used so long ago that only the archive knows it.
create or replace function ledger_key_is_old(p_owner bigint, p_once_key text)
returns boolean stable language plpgsql as $$
begin
  return exists (
    select from ledger_old_keys
    where owner_id = p_owner and key_hash = ledger_key_hash(p_once_key));
end $$;
