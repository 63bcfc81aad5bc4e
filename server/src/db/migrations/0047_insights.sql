-- What customers say of their own statement lines and payees. It stands beside the ledger, which knows
-- nothing of it: a line without a row here goes by the rules.
create table line_notes (
  account_id bigint not null,
  line bigint not null,
  category text, -- null: by the rules, or by its parts
  note text not null,
  primary key (account_id, line)
);

create table line_parts (
  account_id bigint not null,
  line bigint not null,
  part smallint not null,
  category text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, line, part)
);

create table category_rules (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  customer_id bigint not null references customers(id),
  payee text not null,
  payee_key text not null, -- the name without its capitals and spaces
  category text not null,
  unique (customer_id, payee_key)
);

-- A budget holds from a month on until a later row; 0 ends it. So a month gone by keeps its own.
create table budgets (
  customer_id bigint not null references customers(id),
  currency text not null,
  category text not null,
  from_month date not null,
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (customer_id, currency, category, from_month)
);

-- The row is what makes a word of a budget be said once.
create table budgets_told (
  customer_id bigint not null references customers(id),
  currency text not null,
  category text not null,
  month date not null,
  percent smallint not null,
  told_at timestamptz not null,
  primary key (customer_id, currency, category, month, percent)
);

-- Whose budgets of which month have to be looked at, since money was spent.
create table budget_checks (
  customer_id bigint not null,
  month date not null,
  next_at timestamptz not null,
  stuck int not null default 0,
  primary key (customer_id, month)
);
create index budget_checks_due on budget_checks(next_at);
