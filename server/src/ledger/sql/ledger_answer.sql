-- The answer to an entry: its id, and each line that it wrote or completed with the money that its
-- account has after the whole entry. The last three are by account, the others by leg; p_numbers
-- are those of the lines that it wrote, and a line that it completed has its own.
create or replace function ledger_answer(p_entry bigint, p_lines uuid[], p_settled uuid[],
  p_numbers bigint[], p_accounts bigint[], p_ids bigint[], p_balances bigint[], p_held bigint[])
returns jsonb stable language plpgsql as $$
declare
  lines jsonb := '[]'; id uuid; k int;
begin
  for i in 1..cardinality(p_accounts) loop
    id := coalesce(p_lines[i], p_settled[i]);
    continue when id is null;
    k := array_position(p_ids, p_accounts[i]);
    lines := lines || jsonb_build_object('id', id, 'account', p_accounts[i]::text,
      'line', coalesce(p_numbers[i],
        (select t.line from transactions t where t.id = p_settled[i]))::text,
      'balance', p_balances[k]::text, 'available', (p_balances[k] - p_held[k])::text);
  end loop;
  return jsonb_build_object('code', 'ok', 'entry', p_entry::text, 'lines', lines);
end $$;
