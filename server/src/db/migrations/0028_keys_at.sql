-- online
-- The oldest keys, and those of the last days.
drop index concurrently if exists ledger_keys_at;

create index concurrently ledger_keys_at on ledger_keys (at);
