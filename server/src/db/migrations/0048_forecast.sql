-- What a customer keeps back of an account when the bank says how much of it may be spent.
create table forecast_buffers (
  account_id   bigint primary key references accounts(account_id),
  buffer_minor bigint not null check (buffer_minor > 0) -- nothing is kept back: no row
);
