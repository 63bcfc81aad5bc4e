-- Puts every statement line that is new or has changed its state into the outbox, in the
-- transaction that wrote it, so that no writer can forget to have it told.
create or replace function outbox_add() returns trigger language plpgsql as $$
begin
  insert into outbox(account_id, line, state)
  select account_id, line, state from fresh order by account_id, line;
  return null;
end $$;

create trigger transactions_told_new after insert on transactions
  referencing new table as fresh for each statement execute function outbox_add();
create trigger transactions_told_changed after update on transactions
  referencing new table as fresh for each statement execute function outbox_add();
