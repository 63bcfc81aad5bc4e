-- Looks at the customer's newest code. Counts a wrong one; a right one is returned for the caller
-- to spend together with what it pays for. p_bound: one that was asked for without an order is no
-- good. No code at all is no wrong one: whoever has yet to be asked for it has not guessed.
create or replace function approve_code(p_customer bigint, p_code_hmac text, p_order_hashes jsonb,
  p_bound boolean, p_at timestamptz, p_day date, out o_code text, out o_id bigint)
language plpgsql as $$
declare
  k transfer_codes;
begin
  select * into k from transfer_codes where customer_id = p_customer
  order by id desc limit 1 for update;
  -- Used, too old or wrong too often: no try is left, and only another code can help.
  o_code := 'otp_spent';
  if k.id is null or not code_is_live(k, p_at) then return; end if;
  if p_code_hmac = '' then
    o_code := 'otp_wrong';
    return;
  end if;
  if code_fits(k, p_code_hmac, p_order_hashes)
    and (k.order_hash is not null or not p_bound) then
    o_code := 'ok';
    o_id := k.id;
    return;
  end if;
  update transfer_codes set tries = tries + 1 where id = k.id;
  if k.tries + 1 < approval_limit('code_tries') then o_code := 'otp_wrong'; end if;
  update customers set
    otp_wrong = case when otp_wrong_day = p_day then otp_wrong + 1 else 1 end,
    otp_wrong_day = p_day,
    lock_otp = lock_otp
      or (otp_wrong_day = p_day and otp_wrong + 1 >= approval_limit('code_tries_a_day'))
  where id = p_customer;
  insert into security_events(customer_id, kind, by, at)
  select id, case when lock_otp then 'codes_locked' else 'code_wrong' end, 'somebody', p_at
  from customers where id = p_customer;
end $$;
