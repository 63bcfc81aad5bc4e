-- What a customer is not mailed about one by one any more, until it is mailed together.
create table security_digests(
  customer_id bigint not null references customers(id),
  title       text not null,
  times       int not null default 1,
  due_at      timestamptz not null,
  primary key (customer_id, title)
);
create index security_digests_due on security_digests(due_at);

-- Whether the address of before was proven, so that mail about safety may go there.
alter table customers add column former_email_verified boolean not null default false;
