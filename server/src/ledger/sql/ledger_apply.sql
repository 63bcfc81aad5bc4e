-- One entry. A leg is {account, amount, owner?, line?, settles?}: `owner` is who the account must
-- belong to, `line` a new statement line, `settles` the pending line that this leg completes.
-- Answers jsonb with a code, as all writers do: 'ok', or the refusal, after which nothing is
-- written.
create or replace function ledger_apply(p_kind text, p_memo text, p_reverses bigint, p_legs jsonb,
  p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  n int; accounts bigint[]; amounts bigint[]; owners bigint[]; settles uuid[]; lines jsonb[];
  currencies text[]; afters bigint[]; numbers bigint[]; ids uuid[]; days date[];
  a record; k int; t transactions; settled transactions[] := '{}'; refusal text; entry bigint;
begin
  select count(*), array_agg((leg->>'account')::bigint order by i),
    array_agg((leg->>'amount')::bigint order by i), array_agg((leg->>'owner')::bigint order by i),
    array_agg((leg->>'settles')::uuid order by i), array_agg(leg->'line' order by i)
  into n, accounts, amounts, owners, settles, lines
  from jsonb_array_elements(p_legs) with ordinality l(leg, i);
  if n < 2 or not (select bool_and(coalesce(ledger_amount_fits(u), false)) from unnest(amounts) u)
  then
    return jsonb_build_object('code', 'bad_amount');
  end if;
  a := ledger_lock_accounts(accounts);
  -- Assigning to an element of a null array would shift it, and unnest would pair the wrong legs.
  currencies := array_fill(null::text, array[n]);
  afters := array_fill(null::bigint, array[n]);
  numbers := afters;
  days := array_fill(null::date, array[n]);
  ids := array_fill(null::uuid, array[n]);

  for i in 1..n loop
    k := array_position(a.ids, accounts[i]);
    refusal := ledger_leg_refusal(owners[i], a.ids[k], a.owners[k], a.closed[k]);
    if refusal is not null then return jsonb_build_object('code', refusal); end if;
    currencies[i] := a.currencies[k];
    a.balances[k] := a.balances[k] + amounts[i];
    afters[i] := a.balances[k];
    if lines[i] is not null then
      a.counts[k] := a.counts[k] + 1;
      a.days[k] := greatest(a.days[k], p_day);
      numbers[i] := a.counts[k];
      days[i] := a.days[k];
      ids[i] := ledger_line_id(accounts[i]);
    elsif settles[i] is not null then
      select * into t from transactions where id = settles[i];
      refusal := ledger_settle_refusal(t, accounts[i], amounts[i]);
      if refusal is not null then return jsonb_build_object('code', refusal); end if;
      if t.hold_id is not null then a.held[k] := a.held[k] - t.amount_minor; end if;
      settled := array_append(settled, t);
    elsif a.owners[k] is not null then
      raise exception 'a posting to a customer''s account needs a statement line'
        using errcode = 'LG002';
    end if;
  end loop;
  refusal := coalesce(ledger_sum_refusal(currencies, amounts),
    ledger_floor_refusal(a.balances, a.held, a.floors));
  if refusal is not null then return jsonb_build_object('code', refusal); end if;

  -- Drawn under the locks, so that an account's postings are in the order of its balances.
  insert into ledger_entries (kind, memo, reverses, at) values (p_kind, p_memo, p_reverses, p_at)
  returning id into entry;
  perform ledger_write_postings(array_fill(entry, array[n]), null, accounts, currencies, amounts,
    afters);
  if num_nonnulls(variadic lines) > 0 then
    perform ledger_write_lines(accounts, numbers, ids, days, amounts, lines,
      array_fill(entry, array[n]), array_fill(p_at, array[n]), 'completed', null);
  end if;
  foreach t in array settled loop
    perform ledger_complete(t, entry, p_at);
  end loop;
  perform ledger_write_accounts(a.ids, a.balances, a.held, a.counts, a.days);
  return ledger_answer(entry, ids, settles, numbers, accounts, a.ids, a.balances, a.held);
end $$;
