-- Spends the approval of an order and leaves the proof with what it paid for, where that is a
-- transaction that is there by now. Nothing to do where p was approved in another way.
create or replace function spend_passkey(p jsonb, p_transaction uuid) returns void
language plpgsql as $$
begin
  if p->>'approval' is null then return; end if;
  update passkey_approvals set used_at = (p->>'at')::timestamptz, transaction_id = p_transaction
  where challenge_hash = p->>'approval';
end $$;
