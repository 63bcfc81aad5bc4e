-- Writes statement lines and their days; the caller holds the accounts' locks and counts the lines.
create or replace function ledger_add_lines(p_accounts bigint[], p_numbers bigint[], p_ids uuid[],
  p_days date[], p_amounts bigint[], p_lines jsonb[], p_state text, p_entry bigint, p_hold bigint,
  p_at timestamptz)
returns void language plpgsql as $$
begin
  perform ledger_write_lines(p_accounts, p_numbers, p_ids, p_days, p_amounts, p_lines,
    array_fill(p_entry, array[cardinality(p_accounts)]), array_fill(p_at, array[cardinality(p_accounts)]),
    p_state, p_hold);
end $$;
