-- Moves money into a pot (above zero) or out of it (below). It stays on the account and counts as
-- held there, so that whatever looks at what is available knows of it; the account's lock is the
-- one that every payment takes. Answers a code as all writers do.
create or replace function pot_move(p_owner bigint, p_pot bigint, p_amount bigint, p_kind text,
  p_once_key text, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts; p pots; m pot_moves;
begin
  select l.* into a from pots x join ledger_accounts l on l.id = x.account_id
  where x.id = p_pot and x.owner_id = p_owner for update of l;
  if not found then return jsonb_build_object('code', 'not_yours'); end if;
  -- Read under the lock: another move may have been under way.
  select * into p from pots where id = p_pot for update;
  select * into m from pot_moves
  where owner_id = p_owner and kind = p_kind and once_key = p_once_key;
  if found then
    return jsonb_build_object('code', case when m.pot_id = p_pot and m.amount_minor = p_amount
      then 'ok' else 'key_reused' end, 'replayed', true);
  elsif p.closed_at is not null then
    return jsonb_build_object('code', 'pot_closed');
  elsif a.closed_at is not null then
    return jsonb_build_object('code', 'account_closed');
  elsif not coalesce(ledger_amount_fits(p_amount), false) then
    return jsonb_build_object('code', 'bad_amount');
  elsif p_amount > 0 and a.balance_minor - a.held_minor - p_amount < a.floor_minor then
    return jsonb_build_object('code', 'insufficient_funds');
  elsif p.balance_minor + p_amount < 0 then
    return jsonb_build_object('code', 'pot_short');
  end if;
  insert into pot_moves (pot_id, move, owner_id, amount_minor, after_minor, kind, once_key, at)
  values (p.id, p.moves + 1, p_owner, p_amount, p.balance_minor + p_amount, p_kind,
    p_once_key, p_at);
  update pots set balance_minor = p.balance_minor + p_amount, moves = p.moves + 1 where id = p.id;
  update ledger_accounts set held_minor = held_minor + p_amount where id = a.id;
  return jsonb_build_object('code', 'ok', 'replayed', false);
end $$;
