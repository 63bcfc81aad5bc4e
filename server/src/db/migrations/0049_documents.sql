-- Statements by the month as signed files. A row is one month of one account, for ever; its file lies
-- beside it in parts, so that no statement that writes or reads one is long.
create table documents (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  customer_id bigint not null references customers(id),
  account_id bigint not null references accounts(account_id),
  month date not null check (extract(day from month) = 1),
  asked boolean not null,              -- a customer waits for it: it is made before the others
  next_at timestamptz not null,        -- when it may be taken: a lease while it is being made
  tries integer not null default 0,
  too_long boolean not null default false,
  made_at timestamptz,
  making uuid,                         -- whose parts are the file
  sha256 text,
  size_bytes integer,
  unique (account_id, month),
  check ((made_at is null) = (making is null))
);
create index documents_customer on documents(customer_id, month);
create index documents_due on documents(asked desc, next_at) where made_at is null and not too_long;
create index documents_made on documents(made_at) where made_at is not null;

create table document_parts (
  document_id bigint not null references documents(id),
  making uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (document_id, making, part)
);
alter table document_parts alter column bytes set storage external; -- it is compressed already

-- How far the accounts have been looked through for those that a month has moved.
create table document_months (
  month date primary key,
  walked bigint not null default 0,
  done boolean not null default false
);

-- The public halves of the keys that documents were ever signed with: a new SECRET_KEY is a new one.
create table signing_keys (
  id text primary key,
  public_key text not null,            -- 32 bytes, base64url
  since timestamptz not null
);
