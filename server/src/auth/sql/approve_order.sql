-- Who approves: a passkey that has signed the order, or the PIN, and a code where the customer uses
-- codes. Null where it is approved; o_code is then the code that the caller spends together with
-- what it pays for. c is locked. p: at, day, now, today, pin_hmac, code_hmac, order_hashes, or what
-- approve_passkey reads; bound where a code must have been asked for with this order; incoming
-- where nothing goes out.
create or replace function approve_order(c customers, p jsonb, out o_refusal text,
  out o_code bigint) language plpgsql as $$
declare
  v_now timestamptz := approval_now(p);
begin
  if p->>'approval' is not null then
    o_refusal := approve_passkey(c, p);
  else
    o_refusal := nullif(approve_pin(c.id, p->>'pin_hmac', v_now), 'ok');
  end if;
  if o_refusal is not null then return; end if;
  o_refusal := transfer_refusal(c, p ? 'incoming');
  if o_refusal is not null or p->>'approval' is not null or not c.use_otp then return; end if;
  select nullif(k.o_code, 'ok'), k.o_id into o_refusal, o_code
  from approve_code(c.id, p->>'code_hmac', p->'order_hashes', p ? 'bound', v_now,
    approval_day(p)) k;
  if o_refusal is null then perform address_answers(c); end if;
end $$;
