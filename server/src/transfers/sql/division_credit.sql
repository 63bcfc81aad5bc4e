-- Credits an account of this division with money from another one, from the account interbranch.
-- p_reference is the transaction's id there and the idempotency key here: however often, and by
-- however many at once, it is asked for, it is credited once or refused for ever. A refusal must be
-- remembered too: the other division gives the money back on it, and a credit after that would
-- make money. Answers as all writers of the ledger do.
create or replace function division_credit(p_reference text, p_fingerprint text, p_number text,
  p_currency text, p_amount bigint, p_line jsonb, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  v_key text := 'division:' || p_reference;
  v_account bigint; v_house bigint; v_refused text; result jsonb;
begin
  -- Takes the key's advisory lock, so whoever asks at the same time sees what became of this.
  result := ledger_replay(0, v_key, p_fingerprint);
  if result is not null then return result; end if;
  select code into v_refused from division_refusals where reference = p_reference;
  if found then return jsonb_build_object('code', v_refused); end if;
  select account_id into v_account from accounts where number = p_number;
  if not found then
    result := jsonb_build_object('code', 'unknown_account');
  else
    select id into v_house from ledger_accounts
    where code = ledger_house('interbranch', p_currency, v_account);
    result := ledger_post(0, v_key, p_fingerprint, 'transfer.division', p_reference,
      jsonb_build_array(jsonb_build_object('account', v_house, 'amount', -p_amount),
        jsonb_build_object('account', v_account, 'amount', p_amount, 'line', p_line)),
      p_at, p_day);
  end if;
  if result->>'code' in ('unknown_account', 'account_closed', 'currency_mismatch') then
    insert into division_refusals(reference, code, at)
    values (p_reference, result->>'code', p_at);
  end if;
  return result;
end $$;
