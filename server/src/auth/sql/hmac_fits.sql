-- Whether a kept HMAC is one of those given, apart by spaces: under each key of the bank, today's
-- first.
create or replace function hmac_fits(p_kept text, p_given text) returns boolean
immutable language sql as $$
  select p_kept = any(string_to_array(p_given, ' '))
$$;
