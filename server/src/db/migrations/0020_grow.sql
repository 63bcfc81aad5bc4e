-- Months of loans that were repaid early stood in front of the queue for ever.
update loan_instalments i set charged_at = l.decided_at
from loans l where l.id = i.loan_id and l.state = 'repaid' and i.charged_at is null;

-- Counted once more: those who were told or who read something since their notices were counted.
lock table notifications in share mode;
insert into inboxes(customer_id, total, unread, read_up_to)
select customer_id, count(*), count(*) filter (where read_at is null),
  coalesce(max(id) filter (where read_at is not null), 0)
from notifications where customer_id in (
  select n.customer_id from notifications n, schema_migrations m
  where m.version = 19 and greatest(n.created_at, n.read_at) > m.applied_at - interval '10 minutes')
group by customer_id
on conflict (customer_id) do update set total = excluded.total, unread = excluded.unread,
  read_up_to = excluded.read_up_to;
drop index notifications_unread;
alter table notifications drop column read_at;
