-- A hold only moves from open to settled or released.
create or replace function ledger_check_hold_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
    or (new.id, new.account_id, new.amount_minor, new.opened_at)
      is distinct from (old.id, old.account_id, old.amount_minor, old.opened_at) then
    raise exception 'a hold only moves from open to settled or released' using errcode = 'LG001';
  end if;
  return new;
end $$;

create trigger ledger_holds_state before update on ledger_holds
  for each row execute function ledger_check_hold_change();
