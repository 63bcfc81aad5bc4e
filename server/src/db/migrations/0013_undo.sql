-- Whom a customer has paid before, and the time in which a transfer to anybody else can be called
-- back.
--
-- paid_payees: a row for each payee that money of this customer has really gone to, with the first
-- time it did; never deleted. `payee` is what the function payee_key makes of a statement line:
--   local:<number>   bank:<number> at <bank>   wire:<number> at <swift>
--   card:<last four digits>   bitcoin:<wallet>   bill:<biller in lower case>
-- Written by the function payees_paid, in the transaction that moves the money; read by
-- payee_is_known(customer, payee key, before), which by its third argument leaves out who was first
-- paid at that moment or later. Moves between own accounts have no payee.
create table paid_payees(
  customer_id   bigint not null,
  payee         text not null,
  first_paid_at timestamptz not null,
  primary key (customer_id, payee)
);

-- What the statements tell of the time before this table.
insert into paid_payees (customer_id, payee, first_paid_at)
select a.owner_id, k.payee, min(t.decided_at)
from transactions t join accounts a on a.account_id = t.account_id
  cross join lateral (select case
    when t.method = 'bill' then 'bill:' || lower(t.name)
    when t.purpose <> 'transfer' or t.own_account or t.account_number = '' then null
    when t.method = 'local' then 'local:' || t.account_number
    when t.method = 'other-banks' then 'bank:' || t.account_number || ' at ' || t.bank
    when t.method = 'wire' then 'wire:' || t.account_number || ' at ' || t.swift
    when t.method = 'card' then 'card:' || right(t.account_number, 4)
    when t.method = 'crypto' then 'bitcoin:' || t.account_number
  end as payee) k
where t.type = 'debit' and t.state = 'completed' and k.payee is not null
group by a.owner_id, k.payee;

-- Until when a transfer waits for its customer to think again; null: it does not.
alter table transfers add column undo_until timestamptz;

-- The customer's choice; null: the bank's preset.
alter table customers add column undo_seconds int check (undo_seconds between 0 and 60);
