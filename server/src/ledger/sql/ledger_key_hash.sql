-- By what the archive knows a key: the first sixteen bytes of its SHA-256.
create or replace function ledger_key_hash(p_once_key text) returns uuid immutable language sql
as $$
  select encode(substring(sha256(convert_to(p_once_key, 'UTF8')) for 16), 'hex')::uuid
$$;
