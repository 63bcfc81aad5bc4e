-- Closes an account that is empty and has nothing under way, and its pots, which are empty then.
create or replace function ledger_close_account(p_account bigint, p_account_owner bigint,
  p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts; refusal text;
begin
  select * into a from ledger_accounts where id = p_account for update;
  refusal := ledger_leg_refusal(p_account_owner, a.id, a.owner_id, a.closed_at is not null);
  if refusal is not null then
    return jsonb_build_object('code', refusal);
  elsif a.balance_minor <> 0 then
    return jsonb_build_object('code', 'not_empty');
  elsif exists (select from transactions where account_id = a.id and state = 'pending') then
    return jsonb_build_object('code', 'under_way');
  end if;
  update pots set closed_at = p_at, round_ups = false where account_id = a.id and closed_at is null;
  update ledger_accounts set closed_at = p_at where id = a.id;
  return jsonb_build_object('code', 'ok');
end $$;
