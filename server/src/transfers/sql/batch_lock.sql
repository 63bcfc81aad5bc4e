-- Locks the customers of a batch.
create or replace function batch_lock(p jsonb) returns void language plpgsql as $$
begin
  -- Rather each order on its own than all of them behind one lock.
  if current_setting('lock_timeout')::interval not between '1 ms' and '500 ms' then
    perform set_config('lock_timeout', '500ms', true);
  end if;
  perform customer_lock(
    array(select (o->>'customer')::bigint from jsonb_array_elements(p) o));
end $$;
