-- A whole order in one call: a known key gives its first answer; then who approves it and whether
-- it may go out; then the posting (or the hold), the spent code, the day's sum and the key, all
-- together or not at all. p: customer, once_key, fingerprint, what approve_order and
-- outgoing_refusal read, and either kind, memo and legs (see ledger_apply) or pend {account,
-- amount, line} with transfer {rail, payee, to_account, due_at, undo_until}, and the request that
-- it pays, if any. The customer is locked before the key is looked up: an order of the same
-- customer in a batch, which takes no lock of the key, is then either seen whole or waited for.
create or replace function transfer_order(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer bigint := (p->>'customer')::bigint;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_day date := (p->>'day')::date;
  c customers; v_refusal text; v_code bigint; v_stranger boolean; result jsonb;
begin
  select * into c from customer_locked(v_customer);
  result := ledger_replay(v_customer, p->>'once_key', p->>'fingerprint');
  if result is not null then return result; end if;
  select o_refusal, o_code into v_refusal, v_code from approve_order(c, p);
  if v_refusal is not null then return order_refused(v_refusal); end if;
  select o_refusal, o_stranger into v_refusal, v_stranger
  from outgoing_refusal(c, p, coalesce(p->'legs'->0, p->'pend')->'line');
  if v_refusal is not null then return order_refused(v_refusal); end if;

  if posts_unreviewed(c, p->'legs') then return jsonb_build_object('code', 'unavailable'); end if;

  v_refusal := request_refusal(p);
  if v_refusal is not null then return order_refused(v_refusal); end if;

  if p ? 'legs' then
    result := ledger_apply(p->>'kind', p->>'memo', null, p->'legs', v_at, v_day);
  elsif not hold_is_payable(p->'pend', p->'transfer') then
    -- As ledger_apply would: what is held must be payable later.
    return jsonb_build_object('code', 'currency_mismatch');
  else
    result := ledger_pend(null, null, null, (p->'pend'->>'account')::bigint, v_customer,
      (p->'pend'->>'amount')::bigint, p->'pend'->'line', v_at, v_day);
  end if;
  if result->>'code' <> 'ok' then return result; end if;

  if p ? 'transfer' then
    perform transfers_wait(array[v_customer], array[(p->>'usd')::bigint], array[v_day],
      array[p->'transfer' || jsonb_build_object('stranger', v_stranger,
        'ordered_at', approval_now(p))],
      array[c.pending_transfer], array[result]);
  else
    perform payees_paid(array[v_customer], array[p->'legs'->0->'line'], array[approval_now(p)]);
  end if;
  if v_code is not null then
    update transfer_codes set used_at = approval_now(p) where id = v_code;
  end if;
  perform request_claim(p, result->'lines'->0);
  perform spend_passkey(p, result->'lines'->0);
  perform count_outgoing(p, v_stranger);
  perform ledger_claim(v_customer, p->>'once_key', p->>'fingerprint', result, v_at);
  return result;
end $$;
