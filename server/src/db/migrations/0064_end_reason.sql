-- Why the bank has ended a standing order that its customer did not end.
alter table orders add column end_reason text;
