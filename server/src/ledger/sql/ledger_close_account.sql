-- Closes an account that is empty and has nothing under way, and its pots, which are empty then.
create or replace function ledger_close_account(p_account bigint, p_account_owner bigint,
  p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts;
begin
  select * into a from ledger_accounts where id = p_account for update;
  if p_account_owner is not null and a.owner_id is distinct from p_account_owner then
    return jsonb_build_object('code', 'not_yours');
  elsif a.id is null then
    return jsonb_build_object('code', 'unknown_account');
  elsif a.closed_at is not null then
    return jsonb_build_object('code', 'account_closed');
  elsif a.balance_minor <> 0 then
    return jsonb_build_object('code', 'not_empty');
  elsif exists (select from transactions where account_id = a.id and state = 'pending') then
    return jsonb_build_object('code', 'under_way');
  end if;
  update pots set closed_at = p_at, round_ups = false where account_id = a.id and closed_at is null;
  update ledger_accounts set closed_at = p_at where id = a.id;
  return jsonb_build_object('code', 'ok');
end $$;
