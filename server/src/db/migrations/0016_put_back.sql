-- What a link in a mail puts back, and what tells a customer's own deeds from those of a thief.

-- When the browser was first seen in which a passkey was added, or an app switched on; null where it
-- was not known.
alter table passkeys add column device_since timestamptz;
alter table authenticators add column device_since timestamptz;

-- Passkeys and apps as they were when they were removed, and the mailed code where it was switched
-- off, for as long as a link in a mail may put them back.
create table removed_factors(
  id           bigint generated always as identity primary key,
  customer_id  bigint not null references customers(id),
  kind         text not null check (kind in ('passkey', 'app', 'code')),
  factor       jsonb not null,
  removed_at   timestamptz not null,
  device_since timestamptz            -- of the browser in which it was removed
);
create index removed_factors_customer on removed_factors(customer_id);
create index removed_factors_age on removed_factors(removed_at);

-- Whether it counts in transfer_days.strangers_usd_minor, where it is given back if it does not leave.
alter table transfers add column stranger boolean not null default false;

-- A bill is known by its biller and whom it is for (see payee_key), not by its biller alone.
insert into paid_payees (customer_id, payee, first_paid_at)
select a.owner_id, 'bill:' || lower(t.name) || E'\n' || lower(t.description), min(t.decided_at)
from transactions t join accounts a on a.account_id = t.account_id
where t.method = 'bill' and t.type = 'debit' and t.state = 'completed'
group by 1, 2
on conflict do nothing;
delete from paid_payees where payee like 'bill:%' and position(E'\n' in payee) = 0;
