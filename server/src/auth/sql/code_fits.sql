-- Whether the digits are those of this code, and the order the one that it was asked for, if any
-- was.
create or replace function code_fits(k transfer_codes, p_code_hmac text, p_order_hashes jsonb)
returns boolean stable language sql as $$
  select hmac_fits(k.code_hmac, p_code_hmac) and coalesce(p_order_hashes ? k.order_hash, true)
$$;
