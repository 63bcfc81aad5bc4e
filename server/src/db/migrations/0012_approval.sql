-- One rule for all that goes out: what customers limit themselves, and what counts towards limits.

alter table customers
  add column cooling_since timestamptz,  -- whom they paid before this is no stranger while cooling
  add column own_limits    boolean not null default false;  -- there is a row in own_limits

-- In US cents; null where the customer has set none. The next ones hold from next_at on.
create table own_limits(
  customer_id         bigint primary key references customers(id),
  day_minor           bigint,
  transfer_minor      bigint,
  next_day_minor      bigint,
  next_transfer_minor bigint,
  next_at             timestamptz
);

alter table transfer_days
  add column exchanged_usd_minor bigint not null default 0,  -- between own accounts, counted apart
  add column strangers_usd_minor bigint not null default 0;  -- to payees not paid before, while cooling

-- What was saved without an approval, in US cents: only so much a day is taken that way.
alter table bills add column free_usd_minor bigint not null default 0;
create index bills_free on bills(customer_id, created_at) where free_usd_minor > 0;

-- A bill may wait for the operator like a transfer. Not checked again: no row has another rail.
alter table transfers
  drop constraint transfers_rail_check,
  add constraint transfers_rail_check
    check (rail in ('bank', 'swift', 'card', 'bitcoin', 'inside', 'biller')) not valid;
