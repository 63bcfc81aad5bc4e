-- Customers, what proves who they are, and what they are told.

create table customers(
  id                  bigint generated always as identity primary key,
  username            text not null,
  username_key        text not null unique,   -- NFKC and lower case: no look-alike takes another's name
  email               text not null,
  email_key           text not null unique,
  password_hash       text not null,
  pin_hmac            text,
  pin_tries           int not null default 0,       -- wrong in a row
  pin_tries_total     int not null default 0,       -- wrong since the PIN was saved
  pin_locked_until    timestamptz,
  otp_wrong           int not null default 0,       -- wrong transfer codes on otp_wrong_day
  otp_wrong_day       date,
  first_name          text not null,
  middle_name         text not null default '',
  last_name           text not null,
  phone               text not null,
  sex                 text not null,
  born_on             date,
  occupation          text not null,
  country             text not null,
  state               text not null,
  city                text not null,
  street              text not null default '',
  kin_first_name      text not null,
  kin_last_name       text not null,
  kin_relationship    text not null,
  kin_phone           text not null,
  kin_email           text not null default '',
  kin_occupation      text not null,
  kin_address         text not null,
  picture             text not null default '',
  email_verified      boolean not null default false,
  phone_verified      boolean not null default false,
  blocked             boolean not null default false,
  use_login_code      boolean not null default false,
  may_manage_login_code boolean not null default true,
  allow_transfer      boolean not null default true,
  pending_transfer    boolean not null default false,
  use_otp             boolean not null default true,
  lock_otp            boolean not null default false,
  crypto_payment      boolean not null default false,
  email_alerts        boolean not null default true,
  created_at          timestamptz not null,
  last_seen_at        timestamptz
);

-- A session is known by the hash of its token only.
create table sessions(
  token_hash   text primary key,
  customer_id  bigint not null references customers(id),
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null
);
create index sessions_customer on sessions(customer_id);

-- The code step of a sign-in. Tries are counted before a code is compared.
create table login_codes(
  buffer_hash text primary key,
  customer_id bigint not null references customers(id),
  code_hmac   text not null,
  tries       int not null default 0,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);

-- Links in mails: one use, a short life, only their hash is kept.
create table links(
  token_hash  text primary key,
  id          bigint generated always as identity,   -- tells which of two links is the later one
  customer_id bigint not null references customers(id),
  purpose     text not null check (purpose in ('reset', 'login', 'verify-email', 'undo-email')),
  address     text not null default '',     -- the one to prove, or the one to go back to
  address_key text not null default '',
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index links_customer on links(customer_id, purpose);
-- An address that can still be gone back to is kept for its customer.
create index links_kept on links(address_key) where purpose = 'undo-email' and used_at is null;

-- Counters of failures, shared by all server processes.
create table attempts(
  bucket     text primary key,
  count      int not null,
  ends_at    timestamptz not null
);

create table mails(
  id          bigint generated always as identity primary key,
  to_address  text not null,
  to_key      text not null,
  subject     text not null,
  text        text not null,
  html        text not null,
  created_at  timestamptz not null,
  expires_at  timestamptz,              -- a code that has run out is not sent late
  next_try_at timestamptz not null,
  tries       int not null default 0,
  sent_at     timestamptz,
  failed_at   timestamptz
);
create index mails_due on mails(next_try_at) where sent_at is null and failed_at is null;
create index mails_to on mails(to_key, id);

-- What a person reads about an account; its money is in ledger_accounts.
create table accounts(
  account_id bigint primary key,
  owner_id   bigint not null references customers(id),
  number     text not null unique check (number ~ '^[0-9]{10}$'),
  name       text not null,
  type       text not null default 'none'
);
create index accounts_owner on accounts(owner_id);

-- Only the last four digits of a card's number exist; its CVV is derived and stored nowhere.
create table cards(
  id           uuid primary key default gen_random_uuid(),
  customer_id  bigint not null references customers(id),
  account_id   bigint not null references accounts(account_id),
  last_four    text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month int not null check (expiry_month between 1 and 12),
  expiry_year  int not null,
  issued_at    timestamptz not null
);
create index cards_customer on cards(customer_id);

create table notifications(
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers(id),
  title       text not null,
  body        text not null,
  transaction_id uuid,
  created_at  timestamptz not null,
  read_at     timestamptz
);
create index notifications_customer on notifications(customer_id, id);
create index notifications_unread on notifications(customer_id) where read_at is null;

-- What the operator did; the only trace of a hand on the bank, so it is never changed.
create table operator_log(
  id      bigint generated always as identity primary key,
  at      timestamptz not null,
  command text not null,
  outcome text not null
);
