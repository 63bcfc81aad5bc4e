-- Why a passkey's approval does not let this order through; null where it does. c is locked, which
-- keeps two orders from the one approval. p: now, approval (the name of a verified proof) and
-- approval_order (the hash of the order as it is now). The caller spends it with spend_passkey.
create or replace function approve_passkey(c customers, p jsonb) returns text
stable language plpgsql as $$
begin
  return case when not exists (
    select from passkey_approvals
    where challenge_hash = p->>'approval' and customer_id = c.id and used_at is null
      and order_hash = p->>'approval_order' and expires_at > approval_now(p)
  ) then 'passkey_refused' end;
end $$;
