-- What protects customers from somebody who has their session, and what they can look up afterwards.

alter table sessions
  add column public_id   uuid,                      -- its name on the wire
  add column agent       text not null default '',  -- the browser and its system, in words
  add column address     text not null default '',  -- where from: a prefix, never the whole address
  add column fresh_until timestamptz;               -- until when it may change secrets and limits
-- Those of before get theirs in 0037: a default would be written to all of them under a lock.
alter table sessions alter column public_id set default gen_random_uuid();

alter table customers
  add column frozen_at     timestamptz,   -- nothing goes out until the customer thaws it
  add column cooling_until timestamptz;   -- until when strangers are paid small sums only

-- What happened to a customer's safety, and who did it. Rows are never changed or deleted.
create table security_events(
  id          bigint generated always as identity primary key,
  customer_id bigint not null,
  kind        text not null,
  by          text not null check (by in ('customer', 'somebody', 'operator', 'bank')),
  agent       text not null default '',
  address     text not null default '',
  detail      text not null default '',
  at          timestamptz not null
);
create index security_events_customer on security_events(customer_id, id);
