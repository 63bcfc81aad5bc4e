-- Bills that have their order, where they are changed: taken off the list, by whatever server, the
-- order ends and the date that waits goes. The dates first, as a payment has them: one that is
-- being paid is waited for, and brings the next, so they are looked for again. Servers of the
-- version before know bills alone; what they would pay by never comes for a bill that has moved,
-- and a date of it cannot be skipped there.
create or replace function bill_moved() returns trigger language plpgsql as $$
declare
  moved_to bigint;
begin
  if new.due_on <> old.due_on then
    raise exception 'bill % is an order: its dates are in orders_due', old.id;
  end if;
  new.next_try_at := 'infinity';
  if new.state = 'cancelled' and old.state <> 'cancelled' then
    select id into moved_to from orders where bill_id = old.id;
    loop
      delete from orders_due where order_id = moved_to and state = 'waiting';
      exit when not exists (
        select from orders_due where order_id = moved_to and state = 'waiting');
    end loop;
    update orders set state = 'ended' where id = moved_to;
  end if;
  return new;
end $$;

create trigger bill_moved before update on bills
for each row when (old.moved) execute function bill_moved();
