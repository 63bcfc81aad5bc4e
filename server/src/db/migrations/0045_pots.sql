-- Pots: money that is set aside inside an account. It stays on the account and counts as held there
-- (ledger_accounts.held_minor), so nothing that spends can reach it; see docs/decisions/0017-pots.md.

create table pots(
  id            bigint generated always as identity primary key,
  public_id     uuid not null unique default gen_random_uuid(),
  owner_id      bigint not null,
  account_id    bigint not null,
  name          text not null,
  picture       text not null,
  colour        text not null,
  goal_minor    bigint check (goal_minor between 1 and 100000000000000),
  goal_on       date,
  round_ups     boolean not null default false,
  balance_minor bigint not null default 0 check (balance_minor >= 0),
  moves         bigint not null default 0,
  once_key      text,               -- the idempotency key that it was made with
  created_at    timestamptz not null,
  closed_at     timestamptz,
  unique (owner_id, once_key),
  check (closed_at is null or (balance_minor = 0 and not round_ups))
);
create index pots_owner on pots(owner_id, id);
create index pots_account on pots(account_id) where closed_at is null;
-- What a payment is rounded up by has one place to go.
create unique index pots_round_ups on pots(account_id) where round_ups;

-- What went in (above zero) and out (below), in the order of `move`, which has no gaps.
create table pot_moves(
  pot_id       bigint not null references pots(id),
  move         bigint not null check (move > 0),
  owner_id     bigint not null,
  amount_minor bigint not null
    check (amount_minor <> 0 and amount_minor between -100000000000000 and 100000000000000),
  after_minor  bigint not null check (after_minor >= 0),
  kind         text not null check (kind in ('customer', 'round-up', 'order', 'close')),
  once_key     text check (length(once_key) between 1 and 200),
  at           timestamptz not null,
  primary key (pot_id, move)
);
-- One effect for each key, for ever; the payment that is rounded up and the date of an order are keys.
create unique index pot_moves_once on pot_moves(owner_id, kind, once_key)
  where once_key is not null;

-- Payments that are still to be rounded up; written where they are told of, gone with the move.
create table round_ups_due(
  account_id bigint not null,
  line       bigint not null,
  primary key (account_id, line)
);

-- A standing order may pay into a pot. The rows that are there keep to the narrower rule they were
-- written under, so nothing has to be read again.
alter table orders add column pot_id bigint references pots(id);
alter table orders drop constraint orders_kind_check, drop constraint orders_check1,
  add constraint orders_kind_check
    check (kind in ('own', 'local', 'bank', 'wire', 'card', 'crypto', 'pot')) not valid,
  add constraint orders_target
    check (num_nonnulls(to_account_id, rail, pot_id) = 1) not valid,
  add constraint orders_pot check ((kind = 'pot') = (pot_id is not null)) not valid;
create index orders_pot_id on orders(pot_id) where pot_id is not null;
