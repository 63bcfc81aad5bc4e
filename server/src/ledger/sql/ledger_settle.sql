-- Posts a pending line against another account and marks it completed.
create or replace function ledger_settle(p_transaction uuid, p_counter bigint, p_counter_line jsonb,
  p_kind text, p_memo text, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  t transactions; amount bigint;
begin
  select * into t from transactions where id = p_transaction;
  if not found then return jsonb_build_object('code', 'not_pending'); end if;
  amount := case when t.type = 'credit' then t.amount_minor else -t.amount_minor end;
  return ledger_apply(p_kind, p_memo, null, jsonb_build_array(
    jsonb_build_object('account', t.account_id, 'amount', amount, 'settles', t.id),
    jsonb_build_object('account', p_counter, 'amount', -amount)
      || case when p_counter_line is null then '{}'
        else jsonb_build_object('line', p_counter_line) end
  ), p_at, p_day);
end $$;
