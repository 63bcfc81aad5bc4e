-- Devices that have signed in, and where mail goes after a change of address.

-- Until the new address is proven and for some days besides, whoever changed it may be a thief: what
-- opens the account is mailed to the address of before.
alter table customers
  add column former_email       text,
  add column former_email_until timestamptz;

update customers c set former_email = l.address, former_email_until = l.expires_at
from (select distinct on (customer_id) customer_id, address, expires_at from links
  where purpose = 'undo-email' and used_at is null and expires_at > now()
  order by customer_id, id) l
where l.customer_id = c.id;

-- A browser that has signed in before, by the random id in its cookie. It says nothing but that: its
-- wrong passwords are counted apart from those of strangers.
create table devices(
  id            text not null,
  customer_id   bigint not null references customers(id),
  name          text not null,       -- the browser and its system, in words
  address       text not null,       -- where from: a prefix, never the whole address
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (customer_id, id)
);

alter table links
  drop constraint links_purpose_check,
  add constraint links_purpose_check
    check (purpose in ('reset', 'login', 'verify-email', 'undo-email', 'not-me'));
