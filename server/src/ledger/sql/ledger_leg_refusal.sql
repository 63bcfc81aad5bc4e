-- Why nothing can be posted to an account: p_id is null where it does not exist. Where the leg
-- names its owner, a foreign account and an unknown one get the same answer. Null where it can.
create or replace function ledger_leg_refusal(p_wanted_owner bigint, p_id bigint, p_owner bigint,
  p_closed boolean)
returns text immutable language sql as $$
  select case
    when p_wanted_owner is not null and p_owner is distinct from p_wanted_owner then 'not_yours'
    when p_id is null then 'unknown_account'
    when p_closed then 'account_closed'
  end
$$;
