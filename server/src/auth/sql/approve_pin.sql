-- Compares a PIN under the customer's row lock, so that no number of parallel guesses gets more than
-- five looks. A right PIN writes nothing unless there is something to forget.
create or replace function approve_pin(p_customer bigint, p_pin_hmac text, p_at timestamptz)
returns text language plpgsql as $$
declare
  c customers;
begin
  select * into c from customers where id = p_customer for no key update;
  if c.pin_hmac is null then return 'pin_missing'; end if;
  if c.pin_tries_total >= 15 then return 'pin_dead'; end if;
  if c.pin_locked_until > p_at then
    return 'pin_locked:' || ceil(extract(epoch from c.pin_locked_until - p_at))::int;
  end if;
  if c.pin_hmac = p_pin_hmac then
    if c.pin_tries > 0 or c.pin_locked_until is not null then
      update customers set pin_tries = 0, pin_locked_until = null where id = p_customer;
    end if;
    return 'ok';
  end if;
  update customers set
    pin_tries = case when c.pin_tries + 1 >= 5 then 0 else c.pin_tries + 1 end,
    pin_tries_total = c.pin_tries_total + 1,
    pin_locked_until = case when c.pin_tries + 1 >= 5 then p_at + interval '15 minutes' end
  where id = p_customer;
  return 'pin_wrong';
end $$;
