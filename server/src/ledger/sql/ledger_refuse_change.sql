-- What was written stays: entries, postings, keys, seals and moves of pots never change, and
-- nothing is ever deleted but a key that the archive has (ledger_check_key_gone).
create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end $$;

create trigger ledger_entries_fixed before update or delete on ledger_entries
  for each row execute function ledger_refuse_change();
create trigger ledger_entries_kept before truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_fixed before update or delete on ledger_postings
  for each row execute function ledger_refuse_change();
create trigger ledger_postings_kept before truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_keys_fixed before update on ledger_keys
  for each row execute function ledger_refuse_change();
create trigger ledger_keys_kept before truncate on ledger_keys
  for each statement execute function ledger_refuse_change();
create trigger ledger_old_keys_fixed before update or delete on ledger_old_keys
  for each row execute function ledger_refuse_change();
create trigger ledger_old_keys_kept before truncate on ledger_old_keys
  for each statement execute function ledger_refuse_change();
create trigger ledger_holds_kept before truncate on ledger_holds
  for each statement execute function ledger_refuse_change();
create trigger ledger_holds_undeleted before delete on ledger_holds
  for each row execute function ledger_refuse_change();
create trigger ledger_seals_fixed before update or delete on ledger_seals
  for each row execute function ledger_refuse_change();
create trigger ledger_seals_kept before truncate on ledger_seals
  for each statement execute function ledger_refuse_change();
create trigger transactions_kept before truncate on transactions
  for each statement execute function ledger_refuse_change();
create trigger transactions_undeleted before delete on transactions
  for each row execute function ledger_refuse_change();
create trigger ledger_accounts_kept before truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger ledger_accounts_undeleted before delete on ledger_accounts
  for each row execute function ledger_refuse_change();
create trigger pot_moves_fixed before update or delete on pot_moves
  for each row execute function ledger_refuse_change();
create trigger pot_moves_kept before truncate on pot_moves
  for each statement execute function ledger_refuse_change();
create trigger pots_undeleted before delete on pots
  for each row execute function ledger_refuse_change();
create trigger pots_kept before truncate on pots
  for each statement execute function ledger_refuse_change();
create trigger interest_days_fixed before update or delete on interest_days
  for each row execute function ledger_refuse_change();
create trigger interest_days_kept before truncate on interest_days
  for each statement execute function ledger_refuse_change();
create trigger interest_periods_fixed before update or delete on interest_periods
  for each row execute function ledger_refuse_change();
create trigger interest_periods_kept before truncate on interest_periods
  for each statement execute function ledger_refuse_change();
