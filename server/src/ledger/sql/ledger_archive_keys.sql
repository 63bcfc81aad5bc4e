-- Puts customers' keys from before a moment into the archive, at most so many; answers how many.
-- The bank's own (owner 0) stay: another division may ask for a credit again whenever it likes, and
-- a refusal would tell it to give the money back.
create or replace function ledger_archive_keys(p_before timestamptz, p_limit int)
returns int language plpgsql as $$
declare
  owners bigint[]; keys text[];
begin
  select array_agg(k.owner_id), array_agg(k.once_key) into owners, keys
  from (
    select owner_id, once_key from ledger_keys where at < p_before and owner_id <> 0
    order by at limit p_limit for update skip locked) k;
  if owners is null then return 0; end if;
  insert into ledger_old_keys (owner_id, key_hash)
  select u.owner, ledger_key_hash(u.key) from unnest(owners, keys) u(owner, key)
  on conflict do nothing;
  delete from ledger_keys k using unnest(owners, keys) u(owner, key)
  where k.owner_id = u.owner and k.once_key = u.key;
  return cardinality(owners);
end $$;
