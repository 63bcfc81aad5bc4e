-- online
-- A bill is an order of the kind `bill`, and its dates are rows of orders_due like all others. The
-- detail that its own calls know stays in bills.
alter table orders add column if not exists bill_id bigint references bills(id);

alter table orders drop constraint if exists orders_kind_check,
  add constraint orders_kind_check
    check (kind in ('own', 'local', 'bank', 'wire', 'card', 'crypto', 'pot', 'bill')) not valid;

alter table orders validate constraint orders_kind_check;

-- No call lets a bill rest: a server of the version before, which takes it for any order, must not.
alter table orders drop constraint if exists orders_bill_check,
  add constraint orders_bill_check
    check ((kind = 'bill') = (bill_id is not null) and (kind <> 'bill' or state <> 'paused'))
    not valid;

alter table orders validate constraint orders_bill_check;

drop index concurrently if exists orders_bill;

create unique index concurrently orders_bill on orders(bill_id) where bill_id is not null;

-- Whether a bill has its order. Those of before get theirs from a job, in groups (see bills/move.ts),
-- and so do those that a server of the version before saves meanwhile.
alter table bills add column if not exists moved boolean not null default false;

drop index concurrently if exists bills_unmoved;

create index concurrently bills_unmoved on bills(customer_id, id) where not moved;
