-- One entry. A leg is {account, amount, owner?, line?, settles?}: `owner` is who the account must
-- belong to, `line` a new statement line, `settles` the pending line that this leg completes.
create or replace function ledger_apply(p_kind text, p_memo text, p_reverses bigint, p_legs jsonb,
  p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  leg_accounts bigint[]; leg_amounts bigint[]; leg_owners bigint[]; leg_settles uuid[]; leg_lines jsonb[];
  leg_currencies text[]; leg_after bigint[]; leg_numbers bigint[]; leg_ids uuid[]; leg_days date[];
  ids bigint[]; owners bigint[]; currencies text[]; floors bigint[]; closed boolean[];
  balances bigint[]; held bigint[]; counts bigint[]; days date[];
  balances_before bigint[]; held_before bigint[];
  settled transactions[] := '{}'; t transactions; entry bigint; k int; n int; has_lines boolean := false;
begin
  select count(*), array_agg((leg->>'account')::bigint order by i), array_agg((leg->>'amount')::bigint order by i),
    array_agg((leg->>'owner')::bigint order by i), array_agg((leg->>'settles')::uuid order by i),
    array_agg(leg->'line' order by i)
  into n, leg_accounts, leg_amounts, leg_owners, leg_settles, leg_lines
  from jsonb_array_elements(p_legs) with ordinality l(leg, i);
  if n < 2 or exists (select from unnest(leg_amounts) a
    where a is null or a = 0 or a not between -100000000000000 and 100000000000000) then
    return jsonb_build_object('code', 'bad_amount');
  end if;

  select array_agg(a.id), array_agg(a.owner_id), array_agg(a.currency), array_agg(a.floor_minor),
    array_agg(a.closed_at is not null), array_agg(a.balance_minor), array_agg(a.held_minor),
    array_agg(a.line_count), array_agg(a.last_day)
  into ids, owners, currencies, floors, closed, balances, held, counts, days
  from (select * from ledger_accounts where id = any(leg_accounts) order by id for update) a;
  balances_before := balances;
  held_before := held;
  -- Assigning to an element of a null array would shift it, and unnest would pair the wrong legs.
  leg_currencies := array_fill(null::text, array[n]);
  leg_after := array_fill(null::bigint, array[n]);
  leg_numbers := leg_after;
  leg_days := array_fill(null::date, array[n]);
  leg_ids := array_fill(null::uuid, array[n]);

  for i in 1..n loop
    k := array_position(ids, leg_accounts[i]);
    if leg_owners[i] is not null and (k is null or owners[k] is distinct from leg_owners[i]) then
      return jsonb_build_object('code', 'not_yours');
    elsif k is null then
      return jsonb_build_object('code', 'unknown_account');
    elsif closed[k] then
      return jsonb_build_object('code', 'account_closed');
    elsif owners[k] is not null and leg_lines[i] is null and leg_settles[i] is null then
      raise exception 'a posting to a customer''s account needs a statement line' using errcode = 'LG002';
    end if;
    leg_currencies[i] := currencies[k];
    balances[k] := balances[k] + leg_amounts[i];
    leg_after[i] := balances[k];
    if leg_lines[i] is not null then
      has_lines := true;
      counts[k] := counts[k] + 1;
      days[k] := greatest(days[k], p_day);
      leg_numbers[i] := counts[k];
      leg_days[i] := days[k];
      leg_ids[i] := gen_random_uuid();
    elsif leg_settles[i] is not null then
      select * into t from transactions where id = leg_settles[i];
      if t.account_id is distinct from leg_accounts[i] then
        return jsonb_build_object('code', 'unknown_account');
      elsif t.state <> 'pending' then
        return jsonb_build_object('code', 'not_pending');
      elsif leg_amounts[i] <> (case when t.type = 'credit' then t.amount_minor else -t.amount_minor end) then
        return jsonb_build_object('code', 'bad_amount');
      end if;
      if t.hold_id is not null then held[k] := held[k] - t.amount_minor; end if;
      settled := array_append(settled, t);
    end if;
  end loop;

  if exists (select from unnest(leg_currencies, leg_amounts) u(currency, amount)
    group by u.currency having sum(u.amount) <> 0) then
    return jsonb_build_object('code', case when (select count(distinct c) from unnest(leg_currencies) c) > 1
      then 'currency_mismatch' else 'bad_amount' end);
  end if;
  for i in 1..cardinality(ids) loop
    if balances[i] - held[i] < floors[i] then return jsonb_build_object('code', 'insufficient_funds'); end if;
  end loop;

  -- The id is drawn under the locks, so that an account's postings are in the order of its balances.
  insert into ledger_entries (kind, memo, reverses, at) values (p_kind, p_memo, p_reverses, p_at)
  returning id into entry;
  insert into ledger_postings (entry_id, leg, account_id, currency, amount_minor, balance_after_minor)
  select entry, u.i, u.account, u.currency, u.amount, u.after
  from unnest(leg_accounts, leg_currencies, leg_amounts, leg_after)
    with ordinality u(account, currency, amount, after, i);
  if has_lines then
    perform ledger_add_lines(leg_accounts, leg_numbers, leg_ids, leg_days, leg_amounts, leg_lines,
      'completed', entry, null, p_at);
  end if;
  foreach t in array settled loop
    perform ledger_complete(t, entry, p_at);
  end loop;
  update ledger_accounts a set balance_minor = a.balance_minor + u.balance - u.balance_before,
    held_minor = a.held_minor + u.held - u.held_before, line_count = u.count, last_day = u.day
  from unnest(ids, balances, balances_before, held, held_before, counts, days)
    u(id, balance, balance_before, held, held_before, count, day)
  where a.id = u.id;

  return jsonb_build_object('code', 'ok', 'entry', entry::text, 'lines', coalesce((
    select jsonb_agg(jsonb_build_object('id', coalesce(u.id, u.settles), 'account', u.account::text,
      'balance', balances[array_position(ids, u.account)]::text,
      'available', (balances[array_position(ids, u.account)] - held[array_position(ids, u.account)])::text)
      order by u.i)
    from unnest(leg_ids, leg_settles, leg_accounts) with ordinality u(id, settles, account, i)
    where coalesce(u.id, u.settles) is not null), '[]'));
end $$;
