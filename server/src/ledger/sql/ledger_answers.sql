-- The answers to many entries: the id of each, and its lines with the money that their accounts
-- have after them; null for an order without an entry. p_entries is by order, p_held by account,
-- the others by leg. A loop, since for so few rows it costs less than joining and grouping them.
create or replace function ledger_answers(p_entries bigint[], p_orders int[], p_lines uuid[],
  p_numbers bigint[], p_accounts bigint[], p_afters bigint[], p_slots int[], p_held bigint[])
returns jsonb[] stable language plpgsql as $$
declare
  answers jsonb[] := array_fill(null::jsonb, array[cardinality(p_entries)]);
  n int := cardinality(p_orders); i int := 1; lines jsonb;
begin
  for o in 1..cardinality(p_entries) loop
    lines := '[]';
    while i <= n and p_orders[i] = o loop
      if p_lines[i] is not null then
        lines := lines || jsonb_build_object('id', p_lines[i], 'account', p_accounts[i]::text,
          'line', p_numbers[i]::text, 'balance', p_afters[i]::text,
          'available', (p_afters[i] - p_held[p_slots[i]])::text);
      end if;
      i := i + 1;
    end loop;
    if p_entries[o] is not null then
      answers[o] := jsonb_build_object('code', 'ok', 'entry', p_entries[o]::text, 'lines', lines);
    end if;
  end loop;
  return answers;
end $$;
