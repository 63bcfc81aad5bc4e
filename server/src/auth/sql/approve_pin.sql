-- Compares a PIN under the customer's lock, so that no number of parallel guesses gets more
-- looks than the limit. A right PIN writes nothing unless there is something to forget, or it is
-- kept under a key of before: then it is kept anew under today's.
create or replace function approve_pin(p_customer bigint, p_pin_hmac text, p_at timestamptz)
returns text language plpgsql as $$
declare
  c customers; refusal text; locks boolean;
begin
  select * into c from customer_locked(p_customer);
  refusal := pin_refusal(c, p_at);
  if refusal is not null then return refusal; end if;
  if hmac_fits(c.pin_hmac, p_pin_hmac) then
    if pin_has_tries(c) or c.pin_hmac <> split_part(p_pin_hmac, ' ', 1) then
      update customers set pin_tries = 0, pin_locked_until = null,
        pin_hmac = split_part(p_pin_hmac, ' ', 1)
      where id = p_customer;
    end if;
    return 'ok';
  end if;
  locks := c.pin_tries + 1 >= approval_limit('pin_tries');
  update customers set
    pin_tries = case when locks then 0 else c.pin_tries + 1 end,
    pin_tries_total = c.pin_tries_total + 1,
    pin_locked_until =
      case when locks then p_at + make_interval(mins => approval_limit('pin_lock_minutes')) end
  where id = p_customer;
  insert into security_events(customer_id, kind, by, at)
  values (p_customer, case when locks then 'pin_locked' else 'pin_wrong' end, 'somebody', p_at);
  -- How many are left, until it is locked or dead.
  return 'pin_wrong:' || (least(approval_limit('pin_tries') - c.pin_tries,
    approval_limit('pin_tries_total') - c.pin_tries_total) - 1);
end $$;
