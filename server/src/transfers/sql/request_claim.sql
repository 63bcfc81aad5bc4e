-- Notes which statement line pays a request, in the transaction that writes the line: p_line is the
-- payer's in the ledger's answer. Nothing to do where the order names no request.
create or replace function request_claim(p jsonb, p_line jsonb) returns void language plpgsql as $$
begin
  if p->>'request' is null then return; end if;
  update payment_requests
  set paid_account_id = (p_line->>'account')::bigint, paid_line = (p_line->>'line')::bigint
  where token_hash = p->>'request';
end $$;
