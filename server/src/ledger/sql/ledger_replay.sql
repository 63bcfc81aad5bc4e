-- The first answer to this key, a refusal when it was given for another order or so long ago that
-- its answer is gone, or null when new. The advisory lock makes a second call with the key wait for
-- the outcome of the first.
create or replace function ledger_replay(p_owner bigint, p_once_key text, p_fingerprint text)
returns jsonb language plpgsql as $$
declare
  known ledger_keys;
begin
  if p_once_key is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(p_once_key, coalesce(p_owner, 0)));
  select * into known from ledger_keys
  where owner_id = coalesce(p_owner, 0) and once_key = p_once_key;
  if not found then
    -- After the keys, never before: a key goes into the archive as it leaves them.
    if ledger_key_is_old(coalesce(p_owner, 0), p_once_key) then
      return jsonb_build_object('code', 'key_expired');
    end if;
    return null;
  end if;
  if known.fingerprint <> p_fingerprint
    or known.print <> sha256(convert_to(p_fingerprint, 'UTF8')) then
    return jsonb_build_object('code', 'key_reused');
  end if;
  if known.result is not null then
    return known.result || jsonb_build_object('replayed', true);
  end if;
  return jsonb_build_object('code', 'ok', 'entry', nullif(known.figures[1], 0)::text,
    'replayed', true, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'account', t.account_id::text,
        'line', t.line::text,
        'balance', known.figures[2 * u.n]::text,
        'available', known.figures[2 * u.n + 1]::text) order by u.n), '[]')
      from unnest(known.lines) with ordinality u(id, n) join transactions t on t.id = u.id));
end $$;
