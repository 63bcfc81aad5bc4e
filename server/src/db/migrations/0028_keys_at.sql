-- The oldest keys, and those of the last days. By itself: readers go on while it is built.
create index ledger_keys_at on ledger_keys (at);
