-- Money that a customer asks others for. Whoever has the link may pay it; what pays it is a statement
-- line, and the request stands as that line stands: a line that failed leaves it open again. Only the
-- token's hash leads to a row; the token itself is sealed under the bank's key, so that the asker can
-- be shown the link again.
create table payment_requests (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  token_hash text not null unique,
  token_sealed text not null,
  customer_id bigint not null references customers(id),
  account_id bigint not null references accounts(account_id),
  amount_minor bigint not null check (amount_minor > 0),
  note text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz,
  ended text check (ended in ('declined', 'cancelled')),
  ended_at timestamptz,
  paid_account_id bigint,
  paid_line bigint,
  once_key text,
  unique (customer_id, once_key)
);
create index payment_requests_customer on payment_requests(customer_id, id desc);
create index payment_requests_open on payment_requests(customer_id, expires_at) where ended is null;
