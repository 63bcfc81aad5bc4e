-- Spends the approval of an order and leaves the proof with what it paid for, where that is a
-- transaction that is there by now: p_line is its line in the ledger's answer. Nothing to do where
-- p was approved in another way.
create or replace function spend_passkey(p jsonb, p_line jsonb) returns void
language plpgsql as $$
begin
  if p->>'approval' is null then return; end if;
  update passkey_approvals set used_at = approval_now(p),
    transaction_id = (p_line->>'id')::uuid, account_id = (p_line->>'account')::bigint,
    line = (p_line->>'line')::bigint
  where challenge_hash = p->>'approval';
end $$;
