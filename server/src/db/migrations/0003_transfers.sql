-- What a customer orders beyond the ledger's own business: approvals, transfers that wait, and what
-- must be told after money moved.

-- Codes that confirm one transfer. order_hash is set where the client named the order.
create table transfer_codes(
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers(id),
  code_hmac   text not null,
  order_hash  text,
  tries       int not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index transfer_codes_customer on transfer_codes(customer_id, id);

-- How much a customer has sent on a day, in US cents; moves between own accounts do not count.
create table transfer_days(
  customer_id bigint not null,
  day         date not null,
  usd_minor   bigint not null,
  primary key (customer_id, day)
);

-- A pending transaction that a worker or the operator will settle or fail.
create table transfers(
  transaction_id uuid primary key,
  customer_id    bigint not null,
  rail           text not null check (rail in ('bank', 'swift', 'card', 'bitcoin', 'inside')),
  payee          text not null,          -- what the rail pays to: a number, last four digits, a wallet
  to_account_id  bigint,                 -- for rail 'inside'
  usd_minor      bigint not null,
  day            date not null,
  review         boolean not null,       -- waits for the operator
  due_at         timestamptz not null,
  done           boolean not null default false
);
create index transfers_due on transfers(due_at) where not done and not review;

-- Statement lines that are new or have changed their state, until somebody has been told.
create table outbox(
  id         bigint generated always as identity primary key,
  account_id bigint not null,
  line       bigint not null,
  state      text not null
);
