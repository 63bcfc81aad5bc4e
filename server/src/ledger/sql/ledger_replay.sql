-- The first answer to this key, a refusal when it was given for another order, or null when new.
-- The advisory lock makes a second call with the key wait for the outcome of the first.
create or replace function ledger_replay(p_owner bigint, p_once_key text, p_fingerprint text)
returns jsonb language plpgsql as $$
declare
  known ledger_keys;
begin
  if p_once_key is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(p_once_key, coalesce(p_owner, 0)));
  select * into known from ledger_keys
  where owner_id = coalesce(p_owner, 0) and once_key = p_once_key;
  if not found then return null; end if;
  if known.fingerprint <> p_fingerprint then
    return jsonb_build_object('code', 'key_reused');
  end if;
  return known.result || jsonb_build_object('replayed', true);
end $$;
