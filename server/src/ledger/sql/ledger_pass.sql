-- Lets orders pass one by one over the running balances of their accounts, which the caller has
-- locked. An order passes whose legs are all in order and come in pairs that cancel each other in
-- one currency, with enough money at every step; one that does not leaves no mark. An order's legs
-- stand together; `a` is how the accounts stand (ledger_lock_accounts). Answers for each order
-- whether it passed; for each leg the account's place in `a`, the balance after it and its
-- statement line; for each account how it stands in the end.
create or replace function ledger_pass(p_orders int[], p_accounts bigint[], p_amounts bigint[],
  p_owners bigint[], p_lines jsonb[], p_days date[], a record, out passed boolean[],
  out slots int[], out afters bigint[], out numbers bigint[], out days date[], out ids uuid[],
  out balances bigint[], out counts bigint[], out last_days date[])
language plpgsql as $$
declare
  n int := cardinality(p_orders); i int := 1; first int; o int; k int; good boolean;
  a_ids bigint[] := a.ids; owners bigint[] := a.owners; currencies text[] := a.currencies;
  floors bigint[] := a.floors; closed boolean[] := a.closed; held bigint[] := a.held;
begin
  passed := array_fill(false, array[cardinality(p_days)]);
  slots := array_fill(null::int, array[n]);
  afters := array_fill(null::bigint, array[n]);
  numbers := afters;
  days := array_fill(null::date, array[n]);
  ids := array_fill(null::uuid, array[n]);
  balances := a.balances;
  counts := a.counts;
  last_days := a.days;
  while i <= n loop
    o := p_orders[i];
    first := i;
    good := true;
    while i <= n and p_orders[i] = o loop
      k := array_position(a_ids, p_accounts[i]);
      slots[i] := k;
      good := good and ledger_amount_fits(p_amounts[i])
        and ledger_leg_refusal(p_owners[i], a_ids[k], owners[k], closed[k]) is null
        and (owners[k] is null or p_lines[i] is not null);
      if (i - first) % 2 = 1 then
        good := good and p_amounts[i] = -p_amounts[i - 1]
          and currencies[k] = currencies[slots[i - 1]];
      end if;
      if k is not null then
        balances[k] := balances[k] + p_amounts[i];
        afters[i] := balances[k];
        good := good and coalesce(balances[k] - held[k] >= floors[k], true);
      end if;
      i := i + 1;
    end loop;
    good := coalesce(good, false) and (i - first) % 2 = 0;
    passed[o] := good;
    for j in first .. i - 1 loop
      k := slots[j];
      if not good then
        if k is not null then balances[k] := balances[k] - p_amounts[j]; end if;
      elsif p_lines[j] is not null then
        counts[k] := counts[k] + 1;
        last_days[k] := greatest(last_days[k], p_days[o]);
        numbers[j] := counts[k];
        days[j] := last_days[k];
        ids[j] := ledger_line_id(p_accounts[j]);
      end if;
    end loop;
  end loop;
end $$;
