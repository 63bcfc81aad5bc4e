-- Less that is written for ever, and an audit that looks at a day once.

-- A day that no longer changes: how much it held, and a hash of all of it that goes on from the day
-- before. A night's audit begins after the last seal.
create table ledger_seals (
  day date primary key,
  up_to bigint not null unique, -- the last entry of the day
  entries bigint not null,
  postings bigint not null,
  lines bigint not null,
  sums jsonb not null, -- what came in, by currency; the same went out
  hash bytea not null
);

-- What each account had at the last seal, and the last of its lines that was sealed.
create table ledger_sealed_accounts (
  account_id bigint primary key,
  balance_minor bigint not null,
  line bigint not null
) with (fillfactor = 70);
