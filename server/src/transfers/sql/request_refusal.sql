-- Why an order cannot pay the request that it names by the hash of its token; null where it can,
-- or names none. The row is locked until the end of the transaction: of many who pay at once one
-- wins, and the others are answered that it is over. What was asked for is paid, to the account
-- and to the cent. One whose payment failed, or was called back, can be paid again.
create or replace function request_refusal(p jsonb) returns text language plpgsql as $$
declare
  r payment_requests;
  v_to bigint := coalesce(p->'legs'->1->>'account', p->'transfer'->>'to_account')::bigint;
  v_amount bigint := -coalesce(p->'legs'->0->>'amount', p->'pend'->>'amount')::bigint;
begin
  if p->>'request' is null then return null; end if;
  select * into r from payment_requests where token_hash = p->>'request' for update;
  if not found or r.ended is not null or r.expires_at <= (p->>'at')::timestamptz
    or (r.paid_line is not null and exists (
      select from transactions t
      where t.account_id = r.paid_account_id and t.line = r.paid_line and t.state <> 'failed'))
  then
    return 'request_over';
  end if;
  if r.account_id is distinct from v_to or r.amount_minor is distinct from v_amount then
    return 'request_differs';
  end if;
  return null;
end $$;
