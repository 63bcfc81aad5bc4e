-- Who is a demo customer, names that look alike, addresses that are kept, keys that can change.

-- Null for everybody else. 'closed' is one that a start without demo mode has blocked.
alter table customers add column demo_state text check (demo_state in ('open', 'closed'));

-- Those of a bank that was seeded before: both were written at the same moment of the year before.
update customers set demo_state = 'open'
where username_key in ('demo', 'secure') and (
  select count(*) = 2 and count(distinct created_at) = 1 from customers
  where username_key in ('demo', 'secure'));

-- The username with Cyrillic and Greek letters replaced by the Latin ones that they look like, as
-- auth/look-alikes.ts does it. Of names that look alike already only the first has one.
alter table customers add column username_skeleton text;  -- filled in 0038

-- Whether an address that was left is kept for its customer: only one that was proven is.
alter table links add column keeps_address boolean not null default true;

-- The key that a card's CVV is derived from, and what is added to it: under another key the sum
-- stays the same. Null is the key of before there was this column.
alter table cards add column cvv_key text, add column cvv_shift int not null default 0;
