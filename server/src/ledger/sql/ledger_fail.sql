-- Marks a pending line failed and gives back what it held.
create or replace function ledger_fail(p_transaction uuid, p_reason text, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  t transactions; a ledger_accounts;
begin
  select * into t from transactions where id = p_transaction;
  select * into a from ledger_accounts where id = t.account_id for update;
  -- Read again under the lock: the line may have been decided while this call waited.
  select * into t from transactions where id = p_transaction;
  if t.state is distinct from 'pending' then
    return jsonb_build_object('code', 'not_pending');
  end if;
  update transactions set state = 'failed', failure_reason = p_reason, decided_at = p_at
  where account_id = t.account_id and line = t.line;
  if t.hold_id is not null then
    update ledger_holds set state = 'released', closed_at = p_at where id = t.hold_id;
    update ledger_accounts set held_minor = held_minor - t.amount_minor where id = a.id
    returning * into a;
  end if;
  return ledger_answer(null, array[t.id], null, array[t.line], array[a.id], array[a.id],
    array[a.balance_minor], array[a.held_minor]);
end $$;
