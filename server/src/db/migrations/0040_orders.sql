-- What is paid by itself, once on a date or again and again, and the one table of due dates.

create table orders(
  id            bigint generated always as identity primary key,
  public_id     uuid not null unique default gen_random_uuid(),
  customer_id   bigint not null references customers(id),
  account_id    bigint not null,
  kind          text not null check (kind in ('own', 'local', 'bank', 'wire', 'card', 'crypto')),
  to_account_id bigint,               -- of this bank: own and local
  rail          text,                 -- of what leaves it, with whom the rail pays
  rail_payee    text,
  card_expiry   text,
  line          jsonb not null,       -- what the statement says of it
  amount_minor  bigint not null check (amount_minor > 0),
  above         boolean not null,     -- all above the amount, in place of the amount
  every         text not null
    check (every in ('once', 'weekly', 'every two weeks', 'monthly', 'yearly')),
  first_on      date not null,        -- all dates are counted from it
  until_on      date,
  times         int check (times > 0),
  state         text not null check (state in ('active', 'paused', 'done', 'ended')),
  approval      text references passkey_approvals(challenge_hash), -- where a passkey approved it
  once_key      text,
  form_hmac     text,                 -- of the form that came with the key: tells a retry from another
  created_at    timestamptz not null,
  changed_at    timestamptz not null, -- when more was last allowed of it
  counted_on    date,                 -- the day that it was counted on as ordered while cooling
  counted_usd_minor bigint not null default 0,
  unique (customer_id, once_key),
  check ((once_key is null) = (form_hmac is null)),
  check ((to_account_id is null) <> (rail is null)),
  check ((rail is null) = (rail_payee is null)),
  check (not above or kind = 'own')
);
create index orders_customer on orders(customer_id, id);

-- A date of an order ends once for ever: the key is what makes it happen once. Of each order that goes
-- on, one date waits; the next is written in the transaction that ends it.
create table orders_due(
  order_id       bigint not null references orders(id),
  due_on         date not null,
  state          text not null
    check (state in ('waiting', 'paused', 'paid', 'failed', 'skipped', 'nothing')),
  next_try_at    timestamptz not null,  -- not before this, even where due_on has come
  tries          int not null default 0, -- in vain
  tried_on       date,                  -- the first day that it was tried in vain
  stuck          int not null default 0, -- how often in a row it has broken
  last_error     text,
  told_at        timestamptz,           -- when the customer was told that it comes
  transaction_id uuid,
  account_id     bigint,
  line           bigint,
  approval       text references passkey_approvals(challenge_hash), -- of the order, as it was paid
  primary key (order_id, due_on)
);
-- Approvals that were never used are deleted: whether one is named here is asked for each.
create index orders_approval on orders(approval) where approval is not null;
create index orders_due_approval on orders_due(approval) where approval is not null;
create unique index orders_due_one on orders_due(order_id) where state in ('waiting', 'paused');
create index orders_due_next on orders_due(due_on, order_id) where state = 'waiting';
create index orders_due_untold on orders_due(due_on, order_id)
  where state = 'waiting' and told_at is null;

-- A notice that says that something will go wrong unless the customer does something.
alter table notifications add column warns boolean not null default false;
