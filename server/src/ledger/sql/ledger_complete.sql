-- Marks a pending line completed by an entry, settles its hold and adds it to its own day.
create or replace function ledger_complete(p_transaction transactions, p_entry bigint,
  p_at timestamptz)
returns void language plpgsql as $$
begin
  update transactions set state = 'completed', entry_id = p_entry, decided_at = p_at
  where account_id = p_transaction.account_id and line = p_transaction.line;
  update ledger_holds set state = 'settled', entry_id = p_entry, closed_at = p_at
  where id = p_transaction.hold_id;
  if p_transaction.type = 'credit' then
    update ledger_days set income_minor = income_minor + p_transaction.amount_minor
    where account_id = p_transaction.account_id and day = p_transaction.day;
  else
    update ledger_days set expense_minor = expense_minor + p_transaction.amount_minor,
      spend_minor = spend_minor
        + case when p_transaction.own_account then 0 else p_transaction.amount_minor end
    where account_id = p_transaction.account_id and day = p_transaction.day;
  end if;
end $$;
