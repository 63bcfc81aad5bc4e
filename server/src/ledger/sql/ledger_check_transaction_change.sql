-- A statement line only moves from pending to completed or failed, and keeps everything else.
create or replace function ledger_check_transaction_change() returns trigger language plpgsql as $$
declare
  decided text[] := array['state', 'entry_id', 'failure_reason', 'decided_at'];
begin
  if old.state <> 'pending' or new.state = 'pending'
    or to_jsonb(new) - decided <> to_jsonb(old) - decided then
    raise exception 'a transaction only moves from pending to completed or failed'
      using errcode = 'LG001';
  end if;
  return new;
end $$;

create trigger transactions_state before update on transactions
  for each row execute function ledger_check_transaction_change();
