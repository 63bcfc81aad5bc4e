-- online
-- Cards that their holders control, and what merchants ask of them.

alter table cards add column if not exists state text not null default 'active',
  add column if not exists day_limit_minor bigint,     -- in the account's currency; null: none
  add column if not exists payment_limit_minor bigint,
  add column if not exists online boolean not null default true,
  add column if not exists abroad boolean not null default true,
  add column if not exists replaces uuid;              -- the lost card that this one took the place of

create table if not exists card_payments(
  id             uuid primary key default gen_random_uuid(),
  card_id        uuid not null references cards(id),
  account_id     bigint not null,
  merchant       text not null,
  amount_minor   bigint not null check (amount_minor > 0),
  online         boolean not null,
  abroad         boolean not null,
  day            date not null,
  at             timestamptz not null,
  state          text not null
    check (state in ('refused', 'authorised', 'captured', 'reversed', 'expired')),
  reason         text,                                 -- of a refusal, as a code
  transaction_id uuid,                                 -- the line that holds the money, then the one that paid
  line           bigint,
  check ((state = 'refused') = (reason is not null) and (state = 'refused') = (transaction_id is null))
);

create index if not exists card_payments_card on card_payments(card_id, at);

create index if not exists card_payments_open on card_payments(at) where state = 'authorised';
