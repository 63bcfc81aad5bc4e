-- Keeps the answer to a key, so that the same order finds it again; a refusal does not use up the
-- key.
create or replace function ledger_claim(p_owner bigint, p_once_key text, p_fingerprint text,
  p_result jsonb, p_at timestamptz)
returns void language plpgsql as $$
begin
  if p_once_key is null or p_result->>'code' <> 'ok' then return; end if;
  perform ledger_claim_many(array[coalesce(p_owner, 0)], array[p_once_key], array[p_fingerprint],
    array[p_result], array[p_at]);
end $$;
