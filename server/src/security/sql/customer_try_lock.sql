-- Locks those of some customers whom nobody else has locked, and answers them; it waits for nobody.
-- For whoever holds other rows already: customer_lock comes before all rows.
create or replace function customer_try_lock(p_customers bigint[]) returns bigint[]
language plpgsql as $$
declare
  one bigint; locked bigint[] := '{}';
begin
  foreach one in array p_customers loop
    if pg_try_advisory_xact_lock(7270, (one & 2147483647)::int) then
      locked := array_append(locked, one);
    end if;
  end loop;
  return locked;
end $$;
