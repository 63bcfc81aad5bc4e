-- Seals what was entered after the last seal, up to an entry, as a day; the caller has seen to it
-- that nothing of it changes any more, and that nobody else seals.
create or replace function ledger_seal(p_day date, p_up_to bigint)
returns void language plpgsql as $$
declare
  before ledger_seals; d record;
begin
  select * into before from ledger_seals order by day desc limit 1;
  before.up_to := coalesce(before.up_to, 0);
  if p_day <= before.day or p_up_to <= before.up_to then
    raise exception 'day % does not follow the last seal', p_day using errcode = 'LG001';
  end if;
  d := ledger_digest(p_day, before.hash, before.up_to, p_up_to);
  insert into ledger_seals (day, up_to, entries, postings, lines, sums, hash)
  values (p_day, p_up_to, d.entries, d.postings, d.lines, d.sums, d.hash);

  insert into ledger_sealed_accounts as s (account_id, balance_minor, line)
  select p.account_id, p.moved, coalesce(t.line, 0)
  from (
    select account_id, sum(amount_minor) as moved from ledger_postings
    where entry_id > before.up_to and entry_id <= p_up_to group by 1) p
  left join (
    select account_id, max(line) as line from transactions
    where entry_id > before.up_to and entry_id <= p_up_to group by 1) t
  on t.account_id = p.account_id
  on conflict (account_id) do update set balance_minor = s.balance_minor + excluded.balance_minor,
    line = greatest(s.line, excluded.line);
end $$;
