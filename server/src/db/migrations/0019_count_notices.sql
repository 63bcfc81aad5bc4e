-- online
-- What the customers of a bank that is full have been told. What comes meanwhile is counted by 0020.
do $$
declare
  low bigint := 0;
  high bigint;
begin
  loop
    select max(id) into high
    from (select id from customers where id > low order by id limit 5000) next;
    exit when high is null;
    insert into inboxes(customer_id, total, unread, read_up_to)
    select customer_id, count(*), count(*) filter (where read_at is null),
      coalesce(max(id) filter (where read_at is not null), 0)
    from notifications where customer_id > low and customer_id <= high group by customer_id
    on conflict (customer_id) do update set total = excluded.total, unread = excluded.unread,
      read_up_to = excluded.read_up_to;
    commit;
    low := high;
  end loop;
end $$;
