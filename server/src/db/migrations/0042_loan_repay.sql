-- online
-- Loans that customers pay back themselves.

-- What payments inside a month have brought on of its interest, and to which day.
alter table loan_instalments add column if not exists accrued_minor bigint not null default 0,
  add column if not exists accrued_to date;

-- What went beyond the instalments and has shortened the loan; how much interest was paid (null: not
-- counted yet); from which account each instalment is paid on its day, the most that was approved for
-- a month, since when, by which passkey's approval; and when it is tried next.
alter table loans add column if not exists extra_minor bigint not null default 0,
  add column if not exists interest_paid_minor bigint,
  add column if not exists auto_account_id bigint,
  add column if not exists auto_minor bigint,
  add column if not exists auto_since timestamptz,
  add column if not exists auto_approval text,
  add column if not exists auto_try_at timestamptz,
  add column if not exists auto_tries int not null default 0,
  add column if not exists auto_trouble text;

drop index concurrently if exists loans_auto;

create index concurrently loans_auto on loans(auto_try_at)
  where auto_account_id is not null and state = 'active';

create table if not exists loan_payments(
  id             bigint generated always as identity primary key,
  loan_id        bigint not null references loans(id),
  transaction_id uuid not null unique,
  account_id     bigint not null,
  line           bigint,
  amount_minor   bigint not null check (amount_minor > 0),
  interest_minor bigint not null,        -- how much of it paid interest
  extra_minor    bigint not null,        -- how much of it went beyond the instalments
  owed_minor     bigint not null,        -- what was owed after it
  last_on        date,                   -- when the last instalment was due then
  approval       text,                   -- of the passkey that has approved automatic ones
  by             text not null check (by in ('customer', 'automatic', 'operator')),
  paid_at        timestamptz not null
);

create index if not exists loan_payments_loan on loan_payments(loan_id, id);
