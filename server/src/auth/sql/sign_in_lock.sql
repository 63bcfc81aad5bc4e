-- Locks a customer whose password has matched, and says what still holds: a block or a reset that
-- comes at the same time finds the session to end. The step is read after the lock, in a statement
-- of its own, so that whatever the lock had to wait for is seen.
create or replace function sign_in_lock(p_customer bigint, p_password_hash text)
returns table (blocked boolean, same boolean, step text) language plpgsql as $$
declare
  c customers;
begin
  select * into c from customer_locked(p_customer);
  if not found then return; end if;
  return query select c.blocked, c.password_hash = p_password_hash, second_step(p_customer);
end $$;
