-- Whether a transfer code may still be tried.
create or replace function code_is_live(k transfer_codes, p_at timestamptz) returns boolean
stable language sql as $$
  select k.used_at is null and k.expires_at > p_at and k.tries < approval_limit('code_tries')
$$;
