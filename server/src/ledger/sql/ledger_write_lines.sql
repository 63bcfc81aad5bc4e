-- Writes statement lines of any number of entries, and their days; the caller holds the accounts'
-- locks and counts the lines.
create or replace function ledger_write_lines(p_accounts bigint[], p_numbers bigint[], p_ids uuid[],
  p_days date[], p_amounts bigint[], p_lines jsonb[], p_entries bigint[], p_ats timestamptz[],
  p_state text, p_holds bigint[])
returns void language plpgsql as $$
begin
  insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
    gateway, name, account_number, bank, swift, bank_address, routing_number, description,
    objective, reference, same, own_account, entry_id, hold_id, created_at, decided_at)
  select u.account, u.number, u.id, u.day, case when u.amount > 0 then 'credit' else 'debit' end,
    abs(u.amount), p_state, coalesce(l.purpose, 'others'), coalesce(l.method, ''),
    coalesce(l.gateway, ''), coalesce(l.name, ''), coalesce(l.account_number, ''),
    coalesce(l.bank, ''), coalesce(l.swift, ''), coalesce(l.bank_address, ''),
    coalesce(l.routing_number, ''), coalesce(l.description, ''), coalesce(l.objective, ''),
    coalesce(l.reference, ''), coalesce(l.same, false), coalesce(l.own_account, false),
    u.entry, u.hold, u.at, case when p_state = 'completed' then u.at end
  from unnest(p_accounts, p_numbers, p_ids, p_days, p_amounts, p_lines, p_entries, p_ats, p_holds)
    u(account, number, id, day, amount, line, entry, at, hold),
    jsonb_to_record(u.line) l(purpose text, method text, gateway text, name text,
      account_number text, bank text, swift text, bank_address text, routing_number text,
      description text, objective text, reference text, same boolean, own_account boolean)
  where u.number is not null;

  insert into ledger_days as d
    (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
  select u.account, u.day, min(u.number), count(*),
    coalesce(sum(u.amount) filter (where u.amount > 0 and p_state = 'completed'), 0),
    coalesce(sum(-u.amount) filter (where u.amount < 0 and p_state = 'completed'), 0),
    coalesce(sum(-u.amount) filter (where u.amount < 0 and p_state = 'completed'
      and not coalesce((u.line->>'own_account')::boolean, false)), 0)
  from unnest(p_accounts, p_numbers, p_days, p_amounts, p_lines)
    u(account, number, day, amount, line)
  where u.number is not null
  group by u.account, u.day
  on conflict (account_id, day) do update set lines = d.lines + excluded.lines,
    income_minor = d.income_minor + excluded.income_minor,
    expense_minor = d.expense_minor + excluded.expense_minor,
    spend_minor = d.spend_minor + excluded.spend_minor;
end $$;
