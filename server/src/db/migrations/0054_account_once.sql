-- online
-- The idempotency key that an account was opened with, and its name then, which may be another by now.
alter table accounts add column if not exists once_key text,
  add column if not exists once_name text;

drop index concurrently if exists accounts_once;

create unique index concurrently accounts_once on accounts(owner_id, once_key)
  where once_key is not null;
