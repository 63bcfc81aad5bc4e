-- Approves what is no transfer, such as a bill or a loan, and spends the code or the passkey's
-- approval, which the caller then leaves with what it approved. p as approve_order takes it, with
-- the customer. Answers ok or why not.
create or replace function approve_action(p jsonb) returns text language plpgsql as $$
declare
  c customers; v_refusal text; v_code bigint;
begin
  select * into c from customer_locked((p->>'customer')::bigint);
  select o_refusal, o_code into v_refusal, v_code from approve_order(c, p);
  if v_refusal is not null then return v_refusal; end if;
  if v_code is not null then
    update transfer_codes set used_at = approval_now(p) where id = v_code;
  end if;
  perform spend_passkey(p, null);
  return 'ok';
end $$;
