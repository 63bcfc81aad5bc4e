-- The step that a customer's password alone does not lead past; null where there is none.
create or replace function second_step(p_customer bigint) returns text language plpgsql stable as $$
begin
  return (
    select case when exists (
        select from authenticators where customer_id = c.id and confirmed_at is not null)
      then 'app' when c.passkey_required then 'passkey' end
    from customers c where c.id = p_customer);
end $$;
