-- One entry, once per key.
create or replace function ledger_post(p_owner bigint, p_once_key text, p_fingerprint text,
  p_kind text, p_memo text, p_legs jsonb, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  result jsonb := ledger_replay(p_owner, p_once_key, p_fingerprint);
begin
  if result is not null then return result; end if;
  result := ledger_apply(p_kind, p_memo, null, p_legs, p_at, p_day);
  perform ledger_claim(p_owner, p_once_key, p_fingerprint, result, p_at);
  return result;
end $$;
