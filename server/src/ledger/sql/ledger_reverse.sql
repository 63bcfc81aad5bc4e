-- Corrects an entry by its opposite, once, with a statement line for each line it had.
create or replace function ledger_reverse(p_entry bigint, p_kind text, p_memo text,
  p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  e ledger_entries; legs jsonb;
begin
  select * into e from ledger_entries where id = p_entry;
  if not found or e.reverses is not null then
    return jsonb_build_object('code', 'not_reversible');
  end if;
  perform from ledger_accounts
  where id in (select account_id from ledger_postings where entry_id = p_entry)
  order by id for update;
  if exists (select from ledger_entries where reverses = p_entry) then
    return jsonb_build_object('code', 'already_reversed');
  end if;
  select jsonb_agg(jsonb_build_object('account', p.account_id, 'amount', -p.amount_minor)
    || case when t.id is null then '{}' else jsonb_build_object('line',
      to_jsonb(t) || jsonb_build_object('description', p_memo, 'reference', t.id)) end
    order by p.leg)
  into legs
  from ledger_postings p left join lateral (
    select * from transactions x where x.account_id = p.account_id and x.entry_id = p_entry
      and x.amount_minor = abs(p.amount_minor) and (x.type = 'credit') = (p.amount_minor > 0)
    limit 1
  ) t on true
  where p.entry_id = p_entry;
  return ledger_apply(p_kind, p_memo, p_entry, legs, p_at, p_day);
end $$;
