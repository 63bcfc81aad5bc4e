-- Codes and links go before notices.
alter table mails add column urgent boolean not null default false;

-- What each customer has been told: marking all of it as read changes this row and no notice.
create table inboxes(
  customer_id bigint primary key,
  total       bigint not null default 0,
  unread      bigint not null default 0,
  read_up_to  bigint not null default 0   -- the last notice that has been read
);
