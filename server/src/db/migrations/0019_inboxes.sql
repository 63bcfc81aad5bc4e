-- What each customer has been told: marking all of it as read changes this row and no notice.
create table inboxes(
  customer_id bigint primary key,
  total       bigint not null default 0,
  unread      bigint not null default 0,
  read_up_to  bigint not null default 0   -- the last notice that has been read
);
lock table notifications in share mode;
insert into inboxes(customer_id, total, unread, read_up_to)
select customer_id, count(*), count(*) filter (where read_at is null),
  coalesce(max(id) filter (where read_at is not null), 0)
from notifications group by customer_id;
drop index notifications_unread;
alter table notifications drop column read_at;
