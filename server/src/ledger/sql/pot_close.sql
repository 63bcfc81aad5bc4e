-- Closes a pot for good; what is in it is free on its account again. Asked for again, it answers
-- the same.
create or replace function pot_close(p_owner bigint, p_pot bigint, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  p pots; answer jsonb;
begin
  -- The account before its pot, as pot_move does.
  perform from pots x join ledger_accounts l on l.id = x.account_id
  where x.id = p_pot and x.owner_id = p_owner for update of l;
  if not found then return jsonb_build_object('code', 'not_yours'); end if;
  select * into p from pots where id = p_pot for update;
  if p.balance_minor > 0 then
    answer := pot_move(p_owner, p_pot, -p.balance_minor, 'close', null, p_at);
    if answer->>'code' <> 'ok' then return answer; end if;
  end if;
  update pots set closed_at = p_at, round_ups = false where id = p_pot and closed_at is null;
  return jsonb_build_object('code', 'ok');
end $$;
