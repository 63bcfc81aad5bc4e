-- Queues, counters and clean-up whose cost does not grow with what has piled up.

-- Codes and links go before notices; what has run out is found without a look at all that waits.
alter table mails add column urgent boolean not null default false;
create index mails_next on mails(urgent desc, next_try_at, id)
  where sent_at is null and failed_at is null;
create index mails_expiring on mails(expires_at)
  where sent_at is null and failed_at is null and expires_at is not null;
drop index mails_due;

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

-- The order in which interest is charged, and a customer's own loans.
create index loan_instalments_next on loan_instalments(due_on, loan_id) where charged_at is null;
drop index loan_instalments_due;
create index loans_customer on loans(customer_id, id);
-- Months of loans that were repaid early stood in front of the queue for ever.
update loan_instalments i set charged_at = l.decided_at
from loans l where l.id = i.loan_id and l.state = 'repaid' and i.charged_at is null;

-- What clean-up looks for.
create index sessions_expiring on sessions(expires_at);
create index login_codes_expiring on login_codes(expires_at);
create index transfer_codes_expiring on transfer_codes(expires_at);
create index links_expiring on links(expires_at);
create index attempts_ending on attempts(ends_at);
