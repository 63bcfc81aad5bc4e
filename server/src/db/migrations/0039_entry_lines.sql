-- online
-- The lines of a range of entries: they lie nearly in that order, so a block range index will do.
drop index concurrently if exists transactions_entry;

create index concurrently transactions_entry on transactions using brin (entry_id)
  with (pages_per_range = 16, autosummarize = on);
