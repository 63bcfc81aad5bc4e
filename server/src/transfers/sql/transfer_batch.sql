-- The ordinary ones among many orders, each as transfer_order takes it, with legs and a key: a new key, the
-- right PIN with no wrong one before it, the code where one is asked for, room in the day's limit, open
-- accounts with enough money. Answers a list with one result for each; null stands for an order that is not
-- ordinary: it has left nothing, and transfer_order decides it. A customer's first wrong PIN is counted and
-- answered here, and nothing else of that customer goes through beside it: a batch is no way to compare
-- more PINs than are counted. Legs come in pairs that cancel each other in one currency. Locks are taken
-- as everywhere: customers, then accounts, each in id order.
create or replace function transfer_batch(p jsonb) returns jsonb language plpgsql as $$
declare
  -- An element for each order that is approved:
  places int[]; customer_ids bigint[]; ats timestamptz[]; wanted_days date[]; keys text[];
  fingerprints text[]; usds bigint[]; code_ids bigint[]; kinds text[]; memos text[];
  entries bigint[]; results jsonb[];
  -- for each leg of these orders, an order's legs together:
  leg_orders int[]; leg_numbers smallint[]; leg_accounts bigint[]; leg_amounts bigint[];
  leg_owners bigint[]; leg_lines jsonb[]; leg_slots int[]; leg_currencies text[]; leg_after bigint[];
  leg_entries bigint[]; leg_ats timestamptz[]; line_numbers bigint[]; line_days date[]; line_ids uuid[];
  -- and for each account that they touch:
  ids bigint[]; owners bigint[]; currencies text[]; floors bigint[]; balances bigint[]; held bigint[];
  counts bigint[]; days date[];
  answers jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p)]);
  n int; i int := 1; first int; o int; k int; good boolean; entry bigint; lines jsonb; guess record;
begin
  -- Rather each order on its own than all of them behind one lock.
  if current_setting('lock_timeout')::interval not between '1 ms' and '500 ms' then
    perform set_config('lock_timeout', '500ms', true);
  end if;
  perform from customers
  where id = any(array(select (e->>'customer')::bigint from jsonb_array_elements(p) e))
  order by id for no key update;

  for guess in
    select distinct on (r.customer) e.n::int as place, r.*
    from jsonb_array_elements(p) with ordinality e(o, n),
      jsonb_to_record(e.o) r(customer bigint, at timestamptz, once_key text, pin_hmac text)
      cross join lateral (select * from customers where id = r.customer limit 1) c
    where c.pin_hmac <> r.pin_hmac and c.pin_tries = 0 and c.pin_tries_total < 15
      and c.pin_locked_until is null and (
        select at from ledger_keys where owner_id = r.customer and once_key = r.once_key limit 1) is null
    order by r.customer, e.n
  loop
    -- From here on the customer has a wrong try, so none of the other orders is ordinary.
    answers[guess.place] := jsonb_build_object('code', approve_pin(guess.customer, guess.pin_hmac, guess.at));
  end loop;

  with asked as materialized (
    select e.n::int as place, r.*,
      row_number() over (partition by r.customer, r.once_key order by e.n) as nth_of_key,
      row_number() over (partition by r.customer order by e.n) as nth_of_customer,
      sum(r.usd) over (partition by r.customer, r.day order by e.n) as usd_so_far
    from jsonb_array_elements(p) with ordinality e(o, n),
      jsonb_to_record(e.o) r(customer bigint, at timestamptz, day date, once_key text, fingerprint text,
        pin_hmac text, code_hmac text, order_hashes jsonb, usd bigint, usd_limit bigint, kind text, memo text)
  )
  select array_agg(x.place), array_agg(x.customer), array_agg(x.at), array_agg(x.day),
    array_agg(x.once_key), array_agg(x.fingerprint), array_agg(x.usd), array_agg(x.code_id),
    array_agg(x.kind), array_agg(x.memo)
  into places, customer_ids, ats, wanted_days, keys, fingerprints, usds, code_ids, kinds, memos
  from (
    select a.*, code.id as code_id
    from asked a
    -- One by one through the index, whatever the planner thinks of a table that was empty yesterday.
    cross join lateral (select * from customers where id = a.customer limit 1) c
    left join lateral (
      select * from transfer_codes where customer_id = a.customer order by id desc limit 1
    ) code on c.use_otp
    where a.nth_of_key = 1 and (a.nth_of_customer = 1 or not c.use_otp)
      and c.pin_hmac = a.pin_hmac and c.pin_tries = 0 and c.pin_tries_total < 15
      and c.pin_locked_until is null and c.allow_transfer and not c.blocked
      and (not c.use_otp or (not c.lock_otp and code.code_hmac = a.code_hmac and code.used_at is null
        and code.expires_at > a.at and code.tries < 3
        and coalesce(a.order_hashes ? code.order_hash, true)))
      and (a.usd = 0 or a.usd_limit >= a.usd_so_far + coalesce((
        select usd_minor from transfer_days where customer_id = a.customer and day = a.day), 0))
      and a.once_key is not null and (
        select at from ledger_keys where owner_id = a.customer and once_key = a.once_key limit 1) is null
    order by a.place
  ) x;
  if places is null then return to_jsonb(answers); end if;
  entries := array_fill(null::bigint, array[cardinality(places)]);
  results := array_fill(null::jsonb, array[cardinality(places)]);

  select count(*), array_agg(l.o), array_agg(l.i), array_agg(l.account), array_agg(l.amount),
    array_agg(l.owner), array_agg(l.line)
  into n, leg_orders, leg_numbers, leg_accounts, leg_amounts, leg_owners, leg_lines
  from (
    select u.o::int as o, e.i::smallint as i, r.*
    from unnest(places) with ordinality u(place, o),
      jsonb_array_elements(p->(u.place - 1)->'legs') with ordinality e(leg, i),
      jsonb_to_record(e.leg) r(account bigint, amount bigint, owner bigint, line jsonb)
    order by u.o, e.i
  ) l;
  if n is null or n = 0 then return to_jsonb(answers); end if;
  leg_slots := array_fill(null::int, array[n]);
  leg_currencies := array_fill(null::text, array[n]);
  leg_after := array_fill(null::bigint, array[n]);
  leg_entries := leg_after;
  line_numbers := leg_after;
  leg_ats := array_fill(null::timestamptz, array[n]);
  line_days := array_fill(null::date, array[n]);
  line_ids := array_fill(null::uuid, array[n]);

  select array_agg(a.id), array_agg(a.owner_id), array_agg(a.currency), array_agg(a.floor_minor),
    array_agg(a.balance_minor), array_agg(a.held_minor), array_agg(a.line_count), array_agg(a.last_day)
  into ids, owners, currencies, floors, balances, held, counts, days
  from (select * from ledger_accounts where id = any(leg_accounts) order by id for update) a
  where a.closed_at is null;

  while i <= n loop
    o := leg_orders[i];
    first := i;
    good := true;
    while i <= n and leg_orders[i] = o loop
      k := array_position(ids, leg_accounts[i]);
      leg_slots[i] := k;
      good := good and k is not null and abs(leg_amounts[i]) between 1 and 100000000000000
        and (leg_owners[i] is null or leg_owners[i] = owners[k])
        and (owners[k] is null or leg_lines[i] is not null);
      if (i - first) % 2 = 1 then
        good := good and leg_amounts[i] = -leg_amounts[i - 1]
          and currencies[k] = currencies[leg_slots[i - 1]];
      end if;
      if k is not null then
        balances[k] := balances[k] + leg_amounts[i];
        leg_after[i] := balances[k];
        good := good and coalesce(balances[k] - held[k] >= floors[k], true);
      end if;
      i := i + 1;
    end loop;
    good := coalesce(good, false) and (i - first) % 2 = 0;
    -- Drawn under the locks, so that an account's postings are in the order of its balances.
    entry := case when good then nextval('ledger_entries_id_seq') end;
    lines := '[]';
    for j in first .. i - 1 loop
      k := leg_slots[j];
      if not good then
        if k is not null then balances[k] := balances[k] - leg_amounts[j]; end if;
      else
        leg_entries[j] := entry;
        leg_currencies[j] := currencies[k];
        leg_ats[j] := ats[o];
        if leg_lines[j] is not null then
          counts[k] := counts[k] + 1;
          days[k] := greatest(days[k], wanted_days[o]);
          line_numbers[j] := counts[k];
          line_days[j] := days[k];
          line_ids[j] := gen_random_uuid();
          lines := lines || jsonb_build_object('id', line_ids[j], 'account', ids[k]::text,
            'balance', leg_after[j]::text, 'available', (leg_after[j] - held[k])::text);
        end if;
      end if;
    end loop;
    if good then
      entries[o] := entry;
      results[o] := jsonb_build_object('code', 'ok', 'entry', entry::text, 'lines', lines);
      answers[places[o]] := results[o];
    end if;
  end loop;

  insert into ledger_entries (id, kind, memo, at) overriding system value
  select u.entry, u.kind, u.memo, u.at from unnest(entries, kinds, memos, ats) u(entry, kind, memo, at)
  where u.entry is not null;
  insert into ledger_postings (entry_id, leg, account_id, currency, amount_minor, balance_after_minor)
  select u.entry, u.leg, u.account, u.currency, u.amount, u.after
  from unnest(leg_entries, leg_numbers, leg_accounts, leg_currencies, leg_amounts, leg_after)
    u(entry, leg, account, currency, amount, after)
  where u.entry is not null;
  perform ledger_write_lines(leg_accounts, line_numbers, line_ids, line_days, leg_amounts, leg_lines,
    leg_entries, leg_ats, 'completed', null);
  update ledger_accounts a set balance_minor = u.balance, line_count = u.count, last_day = u.day
  from unnest(ids, balances, counts, days) u(id, balance, count, day)
  where a.id = u.id and (a.balance_minor, a.line_count) is distinct from (u.balance, u.count);
  insert into transfer_days as d (customer_id, day, usd_minor)
  select u.customer, u.day, sum(u.usd)
  from unnest(customer_ids, wanted_days, usds, entries) u(customer, day, usd, entry)
  where u.entry is not null and u.usd > 0 group by u.customer, u.day
  on conflict (customer_id, day) do update set usd_minor = d.usd_minor + excluded.usd_minor;
  update transfer_codes t set used_at = u.at
  from unnest(code_ids, ats, entries) u(code, at, entry)
  where t.id = u.code and u.entry is not null;
  insert into ledger_keys (owner_id, once_key, fingerprint, result, at)
  select u.customer, u.key, u.fingerprint, u.result, u.at
  from unnest(customer_ids, keys, fingerprints, results, ats) u(customer, key, fingerprint, result, at)
  where u.result is not null;
  return to_jsonb(answers);
end $$;
