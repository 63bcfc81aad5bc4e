-- The sums of a day are changed while it lasts and then never again: less room in each page is left
-- for that. Pages written before keep theirs; nothing is rewritten.
alter table ledger_days set (fillfactor = 90);
