-- Passkeys. Credential ids, keys and signatures are base64url, as browsers send them.
create table passkeys(
  id            bigint generated always as identity primary key,
  public_id     uuid not null unique default gen_random_uuid(),
  customer_id   bigint not null references customers(id),
  credential_id text not null unique,
  public_key    text not null,            -- COSE
  counter       bigint not null,          -- as the passkey last told it; it never goes back
  name          text not null,
  created_at    timestamptz not null,
  used_at       timestamptz
);
create index passkeys_customer on passkeys(customer_id);

-- What a passkey is asked to sign; a row is deleted as it is read, so that each works once.
create table passkey_challenges(
  hash        text primary key,
  kind        text not null check (kind in ('add', 'sign-in', 'confirm', 'approve')),
  customer_id bigint references customers(id),
  nonce       text,
  order_text  text,                       -- what an approval is for, word for word
  expires_at  timestamptz not null,
  check ((kind = 'sign-in') = (customer_id is null)),
  check ((kind = 'approve') = (order_text is not null and nonce is not null))
);
create index passkey_challenges_expiry on passkey_challenges(expires_at);

-- A verified approval of one order: all that anybody needs to verify it again. It is spent in the
-- transaction of what it pays for.
create table passkey_approvals(
  challenge_hash     text primary key,
  customer_id        bigint not null references customers(id),
  order_hash         text not null,
  order_text         text not null,
  nonce              text not null,
  passkey_name       text not null,
  credential_id      text not null,
  public_key         text not null,       -- SPKI
  client_data        text not null,
  authenticator_data text not null,
  signature          text not null,
  approved_at        timestamptz not null,
  expires_at         timestamptz not null,
  used_at            timestamptz,
  transaction_id     uuid unique
);
create index passkey_approvals_unused on passkey_approvals(expires_at) where used_at is null;

-- An authenticator app, on once a code of it has confirmed it. A step of its clock counts once.
create table authenticators(
  customer_id   bigint primary key references customers(id),
  secret_sealed text not null,
  last_step     bigint not null default 0,
  created_at    timestamptz not null,
  confirmed_at  timestamptz
);

create table backup_codes(
  customer_id bigint not null references customers(id),
  code_hmac   text not null,
  used_at     timestamptz,
  primary key (customer_id, code_hmac)
);

-- Where the code of a sign-in comes from. After a reset by mail the mailbox alone is not enough for
-- a customer who has a passkey.
alter table login_codes add column kind text not null default 'mail'
  check (kind in ('mail', 'app', 'passkey'));
alter table customers add column passkey_required boolean not null default false;
