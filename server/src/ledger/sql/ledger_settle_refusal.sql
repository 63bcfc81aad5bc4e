-- Why a leg cannot complete a statement line; null where it can.
create or replace function ledger_settle_refusal(t transactions, p_account bigint, p_amount bigint)
returns text immutable language sql as $$
  select case
    when t.account_id is distinct from p_account then 'unknown_account'
    when t.state <> 'pending' then 'not_pending'
    when p_amount <> (case when t.type = 'credit' then t.amount_minor else -t.amount_minor end)
      then 'bad_amount'
  end
$$;
