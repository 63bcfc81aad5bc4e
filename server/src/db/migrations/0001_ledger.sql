-- The ledger: double entry, append-only, bigint minor units of 1..10^14. A negative posting takes
-- from an account, a positive one adds to it. Only the functions in ledger/sql write these tables, and
-- each of them first locks the account rows it touches, in id order. The hot tables carry no foreign
-- keys (they cost a third of a batch's throughput); audit.ts verifies every reference instead.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  owner_id bigint, -- null: the bank's own
  code text unique, -- the bank's own only: 'clearing:usd'
  currency text not null check (currency ~ '^[a-z]{3}$'),
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  floor_minor bigint, -- null: may go as low as it likes
  line_count bigint not null default 0,
  last_day date,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint ledger_accounts_owned_or_coded check ((owner_id is null) = (code is not null)),
  constraint ledger_accounts_floor check (floor_minor is null or balance_minor - held_minor >= floor_minor),
  constraint ledger_accounts_closed_empty check (closed_at is null or (balance_minor = 0 and held_minor = 0))
) with (fillfactor = 70); -- Room for updates in place: no changing column is indexed.

create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  memo text not null,
  reverses bigint,
  at timestamptz not null
);
create unique index ledger_entries_reverses on ledger_entries (reverses) where reverses is not null;

create table ledger_postings (
  entry_id bigint not null,
  leg smallint not null,
  account_id bigint not null,
  currency text not null,
  amount_minor bigint not null
    check (amount_minor <> 0 and amount_minor between -100000000000000 and 100000000000000),
  balance_after_minor bigint not null,
  primary key (entry_id, leg)
);

create table ledger_holds (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor between 1 and 100000000000000),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  entry_id bigint,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint ledger_holds_state_fits check (
    (state = 'settled') = (entry_id is not null) and (state = 'open') = (closed_at is null)
  )
);

create table ledger_keys (
  owner_id bigint not null, -- 0: the bank itself
  once_key text not null check (length(once_key) between 1 and 200),
  fingerprint text not null,
  result jsonb not null,
  at timestamptz not null,
  primary key (owner_id, once_key)
);

-- The customer's statement. `line` has no gaps and `day` never falls from one line to the next, so
-- a page and a range of dates are both a range of the primary key.
create table transactions (
  account_id bigint not null,
  line bigint not null,
  id uuid not null unique,
  day date not null,
  type text not null check (type in ('credit', 'debit')),
  amount_minor bigint not null check (amount_minor between 1 and 100000000000000),
  state text not null check (state in ('pending', 'completed', 'failed')),
  purpose text not null check (purpose in ('loan', 'transfer', 'others')),
  method text not null,
  gateway text not null,
  name text not null,
  account_number text not null,
  bank text not null,
  swift text not null,
  bank_address text not null,
  routing_number text not null,
  description text not null,
  objective text not null,
  reference text not null,
  same boolean not null,
  own_account boolean not null,
  failure_reason text,
  entry_id bigint,
  hold_id bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, line),
  constraint transactions_state_fits check (
    (state = 'completed') = (entry_id is not null)
    and (state = 'failed') = (failure_reason is not null)
    and (state = 'pending') = (decided_at is null)
    and (hold_id is null or type = 'debit')
  )
);
create index transactions_pending on transactions (created_at) where state = 'pending';

-- Sums of an account's completed lines by the line's day; first_line and lines count all states.
create table ledger_days (
  account_id bigint not null,
  day date not null,
  first_line bigint not null,
  lines bigint not null,
  income_minor bigint not null,
  expense_minor bigint not null,
  spend_minor bigint not null, -- expense without moves between a customer's own accounts
  primary key (account_id, day)
) with (fillfactor = 70);

-- The bank's own accounts; chart.ts names them and adds later ones.
insert into ledger_accounts (code, currency, opened_at)
select name || ':' || currency, currency, now()
from unnest(array['clearing', 'cards', 'crypto', 'cash', 'loans', 'interest', 'fees', 'fx', 'billers', 'equity']) name,
  unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) currency;
