-- A customer as they are once nobody else can change or act on them (customer_lock); no row where
-- there is none.
create or replace function customer_locked(p_customer bigint) returns setof customers
language plpgsql as $$
begin
  perform customer_lock(array[p_customer]);
  return query select * from customers where id = p_customer;
end $$;
