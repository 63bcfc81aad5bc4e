-- Keeps the answers to many new keys, as ledger_claim does; a null stands for no answer.
create or replace function ledger_claim_many(p_owners bigint[], p_once_keys text[],
  p_fingerprints text[], p_results jsonb[], p_ats timestamptz[])
returns void language plpgsql as $$
begin
  insert into ledger_keys (owner_id, once_key, print, lines, figures, at)
  select u.owner, u.key, sha256(convert_to(u.fingerprint, 'UTF8')),
    array(select (l->>'id')::uuid from jsonb_array_elements(u.result->'lines') l),
    array[coalesce((u.result->>'entry')::bigint, 0)] || array(
      select unnest(array[(l->>'balance')::bigint, (l->>'available')::bigint])
      from jsonb_array_elements(u.result->'lines') l),
    u.at
  from unnest(p_owners, p_once_keys, p_fingerprints, p_results, p_ats)
    u(owner, key, fingerprint, result, at)
  where u.result is not null;
end $$;
