-- online
-- Interest on savings: rates by date, a row for each day that earned, and what was paid of it.

create table if not exists rates(
  account_type text not null,
  currency     text not null,
  from_on      date not null,          -- the whole table of this date takes the place of the one before
  from_minor   bigint not null check (from_minor >= 0), -- what of a balance lies above it earns this
  millionths   bigint not null check (millionths between 0 and 1000000), -- of it, in a year
  primary key (account_type, currency, from_on, from_minor)
);

-- How far each account is; the row lock is what keeps two workers from the same day.
create table if not exists interest_accounts(
  account_id   bigint primary key,
  account_type text not null,
  currency     text not null,
  accrued_to   date not null,          -- the last day that was looked at
  posted_to    date not null,          -- the last day that was paid
  carried_millionths bigint not null default 0
    check (carried_millionths between 0 and 999999), -- less than a minor unit, left from the last payment
  ended_on     date,                   -- of a closed account
  stuck        int not null default 0, -- how often in a row it has broken
  next_try_at  timestamptz
) with (fillfactor = 70);

create index if not exists interest_accounts_accrue
  on interest_accounts(account_type, accrued_to, account_id) where ended_on is null;

create index if not exists interest_accounts_post
  on interest_accounts(account_type, posted_to, account_id) where ended_on is null;

-- A day is counted once: the key. Days that earned nothing have no row.
create table if not exists interest_days(
  account_id    bigint not null,
  day           date not null,
  balance_minor bigint not null check (balance_minor > 0),
  pieces        jsonb not null,        -- [[amount, millionths a year], ...] as text
  accrued_millionths numeric(30) not null check (accrued_millionths > 0),
  primary key (account_id, day)
);

-- What was paid for the days of a month, and what is left of it for the next.
create table if not exists interest_periods(
  account_id    bigint not null,
  from_on       date not null,
  to_on         date not null,
  carried_millionths bigint not null,
  accrued_millionths numeric(30) not null,
  posted_minor  bigint not null check (posted_minor >= 0),
  left_millionths bigint not null check (left_millionths between 0 and 999999),
  transaction_id uuid,
  line          bigint,
  posted_at     timestamptz not null,
  primary key (account_id, from_on),
  unique (account_id, to_on),
  check (from_on <= to_on),
  check ((posted_minor > 0) = (transaction_id is not null)),
  check (carried_millionths + accrued_millionths = posted_minor * 1000000::numeric + left_millionths)
);

create index if not exists interest_periods_posted on interest_periods(posted_at);

-- What was pending at a midnight and done later: a day closed with what was really on the account.
drop index concurrently if exists transactions_late;

create index concurrently transactions_late on transactions(account_id, decided_at)
  where state = 'completed' and decided_at > created_at;

-- Accounts of before begin to earn now.
insert into interest_accounts(account_id, account_type, currency, accrued_to, posted_to)
select a.account_id, a.type, l.currency, current_date, current_date
from accounts a join ledger_accounts l on l.id = a.account_id where l.closed_at is null
on conflict do nothing;

insert into rates(account_type, currency, from_on, from_minor, millionths)
select r.account_type, c.currency, '2000-01-01', r.from_minor, r.millionths
from (values ('savings', 0, 20000), ('savings', 1000000, 25000), ('mmas', 0, 10000),
  ('mmas', 1000000, 27500), ('cds', 0, 30000), ('fixed', 0, 35000))
    as r(account_type, from_minor, millionths),
  unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) as c(currency)
on conflict do nothing;

insert into ledger_accounts(code, currency, opened_at)
select 'interest-paid:' || currency || ':' || lpad(n::text, 2, '0'), currency, now()
from unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) currency,
  generate_series(0, 15) n
on conflict do nothing;
