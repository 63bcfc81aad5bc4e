-- Who did it: the system's user that ran the command. Rows from before this column do not know.
alter table operator_log add column by_user text;
