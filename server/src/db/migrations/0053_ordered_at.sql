-- When a transfer was put on its way, in real time: its statement line has business time. Null in rows of
-- before, and in those of a standing order that a server of the version before pays.
alter table transfers add column ordered_at timestamptz;
