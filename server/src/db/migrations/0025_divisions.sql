-- A bank that can be divided into several databases.

-- Where a transaction is named, where it lies: its account and line, which are its primary key. Null
-- in rows from before; a transaction's id finds those.
alter table transfers add column account_id bigint, add column line bigint;
alter table loans add column line bigint; -- beside its account_id
alter table bill_payments add column account_id bigint, add column line bigint;
alter table notifications add column account_id bigint, add column line bigint;
alter table passkey_approvals add column account_id bigint, add column line bigint;

-- Money under way to and from the other divisions, in sub-accounts as all of the bank's own.
insert into ledger_accounts (code, currency, opened_at)
select 'interbranch:' || currency || ':' || lpad(n::text, 2, '0'), currency, now()
from unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) currency,
  generate_series(0, 15) n;

-- A transfer to another division. Not checked again: no row has another rail.
alter table transfers
  drop constraint transfers_rail_check,
  add constraint transfers_rail_check
    check (rail in ('bank', 'swift', 'card', 'bitcoin', 'inside', 'biller', 'division')) not valid;

-- What this division has refused to credit: asked again, it refuses again, whatever has changed.
create table division_refusals(
  reference text primary key,      -- the transaction's id in the division that it comes from
  code      text not null,
  at        timestamptz not null
);
