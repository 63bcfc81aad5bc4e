-- Writes what moved on accounts that the caller has locked: their new balances, and their lines.
create or replace function ledger_write_accounts(p_ids bigint[], p_balances bigint[],
  p_held bigint[], p_counts bigint[], p_days date[])
returns void language plpgsql as $$
begin
  update ledger_accounts a
  set balance_minor = u.balance, held_minor = u.held, line_count = u.count, last_day = u.day
  from unnest(p_ids, p_balances, p_held, p_counts, p_days) u(id, balance, held, count, day)
  where a.id = u.id and (a.balance_minor, a.held_minor, a.line_count)
    is distinct from (u.balance, u.held, u.count);
end $$;
