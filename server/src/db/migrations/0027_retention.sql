-- What is kept for how long, smaller where it is kept, and how it is vacuumed.

-- The answer to a key, as numbers and not as JSON; rows from before keep theirs.
alter table ledger_keys
  alter column fingerprint drop not null,
  alter column result drop not null,
  add column print bytea,           -- SHA-256 of the fingerprint
  add column lines uuid[],          -- the statement lines it wrote
  add column figures bigint[];      -- its entry or 0, then balance and available of each line

-- Keys whose answers are gone: an order that comes again so late is refused, never paid twice.
create table ledger_old_keys (
  owner_id bigint not null,
  key_hash uuid not null, -- the first 16 bytes of its SHA-256
  primary key (owner_id, key_hash)
);

-- Queues: vacuumed by what has changed in them, not by a share of what is there.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
alter table mails set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
alter table transfers set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
alter table attempts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
-- A session is touched every half minute: room for that in its own page.
alter table sessions set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- What only grows: frozen by the million, not by a fifth of all there is.
alter table ledger_entries set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000);
alter table ledger_postings set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000);
alter table ledger_keys set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 100000);
alter table ledger_old_keys set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000);
alter table transactions set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000);
alter table notifications set (autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 1000000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 100000);
