-- How many mails about movements a customer was sent in an hour that is not over, and what came after
-- those: it is told together when the hour is over.
create table movement_mails (
  customer_id bigint primary key references customers(id),
  hour_ends timestamptz not null,
  movements integer not null
);
create index movement_mails_ends on movement_mails(hour_ends);

create table movement_digests (
  customer_id bigint not null references customers(id),
  account_id bigint not null references accounts(account_id),
  title text not null,
  due_at timestamptz not null,
  times integer not null,
  sum_minor bigint not null,
  primary key (customer_id, account_id, title)
);
create index movement_digests_due on movement_digests(due_at);
