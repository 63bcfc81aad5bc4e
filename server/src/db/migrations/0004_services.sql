-- Loans, bills, recipients and messages.

create table loans(
  id             bigint generated always as identity primary key,
  public_id      uuid not null unique default gen_random_uuid(),
  customer_id    bigint not null references customers(id),
  account_id     bigint not null,
  transaction_id uuid not null unique,
  ledger_id      bigint,                -- the receivable, opened when the loan is approved
  principal_minor bigint not null check (principal_minor > 0),
  currency       text not null,
  rate_bps       int not null,
  months         int not null,
  state          text not null check (state in ('requested', 'active', 'declined', 'repaid')),
  requested_at   timestamptz not null,
  decided_at     timestamptz
);
-- One loan at a time, whatever arrives at once.
create unique index loans_open on loans(customer_id) where state in ('requested', 'active');

create table loan_instalments(
  loan_id         bigint not null references loans(id),
  number          int not null,
  due_on          date not null,
  principal_minor bigint not null,
  interest_minor  bigint not null,       -- as planned; once charged, as charged
  charged_at      timestamptz,
  interest_entry  bigint,                -- none where the interest came to less than half a cent
  primary key (loan_id, number)
);
create index loan_instalments_due on loan_instalments(due_on) where charged_at is null;

create table own_billers(
  customer_id bigint not null references customers(id),
  name        text not null,
  name_key    text not null,
  primary key (customer_id, name_key)
);

create table bills(
  id           bigint generated always as identity primary key,
  public_id    uuid not null unique default gen_random_uuid(),
  customer_id  bigint not null references customers(id),
  account_id   bigint not null,
  biller       text not null,
  account_name text not null,
  type         text not null check (type in ('recurring', 'one time')),
  amount_minor bigint not null check (amount_minor > 0),
  first_on     date not null,          -- its day of the month is the one to keep
  due_on       date not null,
  tries        int not null default 0, -- in vain, for due_on
  next_try_at  timestamptz not null,   -- not before this, even where due_on has come
  state        text not null check (state in ('active', 'done', 'cancelled')),
  last_error   text,
  once_key     text,
  created_at   timestamptz not null,
  unique (customer_id, once_key)
);
create index bills_due on bills(due_on, id) where state = 'active';

-- Each due date of a bill ends once, paid or failed.
create table bill_payments(
  bill_id        bigint not null references bills(id),
  due_on         date not null,
  transaction_id uuid not null,
  paid           boolean not null,
  primary key (bill_id, due_on)
);

create table beneficiaries(
  id             bigint generated always as identity primary key,
  public_id      uuid not null unique default gen_random_uuid(),
  customer_id    bigint not null references customers(id),
  type           text not null,
  account_number text not null,
  account_name   text not null,
  bank_name      text not null default '',
  swift          text not null default '',
  created_at     timestamptz not null,
  unique (customer_id, type, account_number)
);

create table support_messages(
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers(id),
  email       text not null,
  subject     text not null,
  content     text not null,
  created_at  timestamptz not null
);
