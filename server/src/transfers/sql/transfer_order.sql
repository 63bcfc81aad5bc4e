-- A whole order in one call: a known key gives its first answer; then PIN, flags and code; then
-- the posting (or the hold), the spent code, the day's sum and the key, all together or not at
-- all. p: customer, at, day, once_key, fingerprint, pin_hmac, code_hmac, order_hashes, usd,
-- usd_limit and either kind, memo and legs (see ledger_apply) or pend {account, amount, line} with
-- transfer {rail, payee, to_account, due_at, undo_until}. The customer is locked before the key is
-- looked up: an order of the same customer in a batch, which takes no lock of the key, is then
-- either seen whole or waited for.
create or replace function transfer_order(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer bigint := (p->>'customer')::bigint;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_day date := (p->>'day')::date;
  v_usd bigint := (p->>'usd')::bigint;
  c customers; v_answer text; v_code bigint; v_sent bigint; result jsonb;
begin
  select * into c from customers where id = v_customer for no key update;
  result := ledger_replay(v_customer, p->>'once_key', p->>'fingerprint');
  if result is not null then return result; end if;
  v_answer := approve_pin(v_customer, p->>'pin_hmac', v_at);
  if v_answer <> 'ok' then return jsonb_build_object('code', v_answer); end if;
  v_answer := transfer_refusal(c);
  if v_answer is not null then return jsonb_build_object('code', v_answer); end if;
  if c.use_otp then
    select o_code, o_id into v_answer, v_code
    from approve_code(v_customer, p->>'code_hmac', p->'order_hashes', v_at, v_day);
    if v_answer <> 'ok' then return jsonb_build_object('code', v_answer); end if;
  end if;
  select usd_minor into v_sent from transfer_days where customer_id = v_customer and day = v_day;
  if not day_has_room(v_sent, v_usd, (p->>'usd_limit')::bigint) then
    return jsonb_build_object('code', 'daily_limit');
  end if;

  if p ? 'legs' then
    result := ledger_apply(p->>'kind', p->>'memo', null, p->'legs', v_at, v_day);
  elsif (select currency from ledger_accounts where id = (p->'transfer'->>'to_account')::bigint)
      <> (select currency from ledger_accounts where id = (p->'pend'->>'account')::bigint) then
    -- As ledger_apply would: what is held must be payable later.
    return jsonb_build_object('code', 'currency_mismatch');
  else
    result := ledger_pend(null, null, null, (p->'pend'->>'account')::bigint, v_customer,
      (p->'pend'->>'amount')::bigint, p->'pend'->'line', v_at, v_day);
  end if;
  if result->>'code' <> 'ok' then return result; end if;

  if p ? 'transfer' then
    insert into transfers(transaction_id, customer_id, rail, payee, to_account_id, usd_minor, day,
      review, due_at, undo_until)
    values ((result->'lines'->0->>'id')::uuid, v_customer, p->'transfer'->>'rail',
      p->'transfer'->>'payee', (p->'transfer'->>'to_account')::bigint, v_usd, v_day,
      c.pending_transfer, (p->'transfer'->>'due_at')::timestamptz,
      (p->'transfer'->>'undo_until')::timestamptz);
  else
    perform payees_paid(array[v_customer], array[p->'legs'->0->'line'], array[v_at]);
  end if;
  if v_code is not null then
    update transfer_codes set used_at = v_at where id = v_code;
  end if;
  if v_usd > 0 then
    insert into transfer_days as d (customer_id, day, usd_minor) values (v_customer, v_day, v_usd)
    on conflict (customer_id, day) do update set usd_minor = d.usd_minor + excluded.usd_minor;
  end if;
  perform ledger_claim(v_customer, p->>'once_key', p->>'fingerprint', result, v_at);
  return result;
end $$;
