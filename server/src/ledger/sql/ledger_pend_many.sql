-- Pending debits of many orders with their holds, as ledger_pend writes one, with one statement per
-- table. p_pends: {account, amount, line} of the owner beside it; a null is no order. Answers a
-- result for each, as ledger_pend does; null stands for one that did not pass and has left nothing.
create or replace function ledger_pend_many(p_owners bigint[], p_pends jsonb[],
  p_ats timestamptz[], p_days date[])
returns jsonb[] language plpgsql as $$
declare
  n int := cardinality(p_pends); accounts bigint[]; amounts bigint[]; lines jsonb[]; a record;
  k int; results jsonb[] := array_fill(null::jsonb, array[n]);
  ids uuid[] := array_fill(null::uuid, array[n]);
  numbers bigint[] := array_fill(null::bigint, array[n]); holds bigint[] := numbers;
  days date[] := array_fill(null::date, array[n]);
begin
  select array_agg((u.pend->>'account')::bigint order by u.i),
    array_agg((u.pend->>'amount')::bigint order by u.i), array_agg(u.pend->'line' order by u.i)
  into accounts, amounts, lines from unnest(p_pends) with ordinality u(pend, i);
  a := ledger_lock_accounts(accounts);
  for i in 1..n loop
    k := array_position(a.ids, accounts[i]);
    continue when not coalesce(amounts[i] < 0 and ledger_amount_fits(amounts[i])
      and ledger_leg_refusal(p_owners[i], a.ids[k], a.owners[k], a.closed[k]) is null
      and lines[i] is not null and k is not null
      and coalesce(a.balances[k] - a.held[k] + amounts[i] >= a.floors[k], true), false);
    a.held[k] := a.held[k] - amounts[i];
    a.counts[k] := a.counts[k] + 1;
    a.days[k] := greatest(a.days[k], p_days[i]);
    numbers[i] := a.counts[k];
    days[i] := a.days[k];
    ids[i] := ledger_line_id(accounts[i]);
    holds[i] := nextval('ledger_holds_id_seq');
    results[i] := ledger_answer(null, array[ids[i]], null, array[numbers[i]], array[a.ids[k]],
      array[a.ids[k]], array[a.balances[k]], array[a.held[k]]);
  end loop;
  insert into ledger_holds (id, account_id, amount_minor, opened_at) overriding system value
  select u.hold, u.account, -u.amount, u.at from unnest(holds, accounts, amounts, p_ats)
    u(hold, account, amount, at) where u.hold is not null;
  perform ledger_write_lines(accounts, numbers, ids, days, amounts, lines, null, p_ats, 'pending',
    holds);
  perform ledger_write_accounts(a.ids, a.balances, a.held, a.counts, a.days);
  return results;
end $$;
