-- Whether a code may be mailed: after the PIN, and only where an order could be approved with it.
-- Answers ok or why not.
create or replace function approve_code_request(p_customer bigint, p_pin_hmac text,
  p_incoming boolean, p_at timestamptz) returns text language plpgsql as $$
declare
  c customers; v_answer text;
begin
  v_answer := approve_pin(p_customer, p_pin_hmac, p_at);
  if v_answer <> 'ok' then return v_answer; end if;
  select * into c from customers where id = p_customer;
  return coalesce(transfer_refusal(c, p_incoming), 'ok');
end $$;
