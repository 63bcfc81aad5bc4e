-- Posts many orders, one entry each, with one statement per table: what each is called, when, and
-- its legs as ledger_apply takes them, without settles. Answers a result for each, as ledger_apply
-- does; null stands for an order that did not pass and has left nothing.
create or replace function ledger_post_many(p_kinds text[], p_memos text[], p_ats timestamptz[],
  p_days date[], p_legs jsonb[])
returns jsonb[] language plpgsql as $$
declare
  -- An element for each leg, an order's legs together:
  orders int[]; legs smallint[]; accounts bigint[]; amounts bigint[]; owners bigint[];
  lines jsonb[]; entries bigint[]; currencies text[]; ats timestamptz[];
  a record; pass record; order_entries bigint[];
begin
  select array_agg(l.o), array_agg(l.i), array_agg(l.account), array_agg(l.amount),
    array_agg(l.owner), array_agg(l.line)
  into orders, legs, accounts, amounts, owners, lines
  from (
    select u.o::int, e.i::smallint, r.*
    from unnest(p_legs) with ordinality u(legs, o),
      jsonb_array_elements(u.legs) with ordinality e(leg, i),
      jsonb_to_record(e.leg) r(account bigint, amount bigint, owner bigint, line jsonb)
    order by u.o, e.i
  ) l;
  if orders is null then return array_fill(null::jsonb, array[cardinality(p_legs)]); end if;
  a := ledger_lock_accounts(accounts);
  pass := ledger_pass(orders, accounts, amounts, owners, lines, p_days, a);

  -- Drawn under the locks, so that an account's postings are in the order of its balances.
  order_entries := array(
    select case when u then nextval('ledger_entries_id_seq') end from unnest(pass.passed) u);
  insert into ledger_entries (id, kind, memo, at) overriding system value
  select u.entry, u.kind, u.memo, u.at
  from unnest(order_entries, p_kinds, p_memos, p_ats) u(entry, kind, memo, at)
  where u.entry is not null;
  select array_agg(order_entries[u.o]), array_agg(a.currencies[u.slot]), array_agg(p_ats[u.o])
  into entries, currencies, ats from unnest(orders, pass.slots) u(o, slot);
  perform ledger_write_postings(entries, legs, accounts, currencies, amounts, pass.afters);
  perform ledger_write_lines(accounts, pass.numbers, pass.ids, pass.days, amounts, lines, entries,
    ats, 'completed', null);
  perform ledger_write_accounts(a.ids, pass.balances, a.held, pass.counts, pass.last_days);
  return ledger_answers(order_entries, orders, pass.ids, pass.numbers, accounts, pass.afters,
    pass.slots, a.held);
end $$;
