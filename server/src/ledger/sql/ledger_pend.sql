-- A pending line. A debit (negative amount) also holds its money, so that available falls at once;
-- a credit reserves nothing.
create or replace function ledger_pend(p_owner bigint, p_once_key text, p_fingerprint text,
  p_account bigint, p_account_owner bigint, p_amount bigint, p_line jsonb, p_at timestamptz,
  p_day date)
returns jsonb language plpgsql as $$
declare
  result jsonb := ledger_replay(p_owner, p_once_key, p_fingerprint);
  a ledger_accounts; hold bigint; line_id uuid := ledger_line_id(p_account);
  line_day date; reserved bigint; refusal text;
begin
  if result is not null then return result; end if;
  if not ledger_amount_fits(p_amount) then
    return jsonb_build_object('code', 'bad_amount');
  end if;
  reserved := greatest(-p_amount, 0);
  select * into a from ledger_accounts where id = p_account for update;
  refusal := ledger_leg_refusal(p_account_owner, a.id, a.owner_id, a.closed_at is not null);
  if refusal is not null then
    return jsonb_build_object('code', refusal);
  elsif reserved > 0 and a.balance_minor - a.held_minor - reserved < a.floor_minor then
    return jsonb_build_object('code', 'insufficient_funds');
  end if;
  line_day := greatest(a.last_day, p_day);
  if reserved > 0 then
    insert into ledger_holds (account_id, amount_minor, opened_at) values (a.id, reserved, p_at)
    returning id into hold;
  end if;
  perform ledger_write_lines(array[a.id], array[a.line_count + 1], array[line_id], array[line_day],
    array[p_amount], array[p_line], null, array[p_at], 'pending', array[hold]);
  update ledger_accounts set held_minor = held_minor + reserved, line_count = a.line_count + 1,
    last_day = line_day
  where id = a.id;
  result := ledger_answer(null, array[line_id], null, array[a.line_count + 1], array[a.id],
    array[a.id], array[a.balance_minor], array[a.held_minor + reserved]);
  perform ledger_claim(p_owner, p_once_key, p_fingerprint, result, p_at);
  return result;
end $$;
