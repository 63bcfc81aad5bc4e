-- Whether what is held can be paid later: a payee inside the bank has the same currency.
create or replace function hold_is_payable(p_pend jsonb, p_transfer jsonb) returns boolean
stable language plpgsql as $$
begin
  return (
    (select currency from ledger_accounts where id = (p_transfer->>'to_account')::bigint)
    <> (select currency from ledger_accounts where id = (p_pend->>'account')::bigint)
  ) is not true;
end $$;
