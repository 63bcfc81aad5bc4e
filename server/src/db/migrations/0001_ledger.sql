-- The ledger: double entry, append-only, bigint minor units of 1..10^14. A negative posting takes
-- from an account, a positive one adds to it. Only the functions below write these tables, and each
-- of them first locks the account rows it touches, in id order. The hot tables carry no foreign
-- keys (they cost a third of a batch's throughput); audit.ts verifies every reference instead.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  owner_id bigint, -- null: the bank's own
  code text unique, -- the bank's own only: 'clearing:usd'
  currency text not null check (currency ~ '^[a-z]{3}$'),
  balance_minor bigint not null default 0,
  held_minor bigint not null default 0 check (held_minor >= 0),
  floor_minor bigint, -- null: may go as low as it likes
  line_count bigint not null default 0,
  last_day date,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint ledger_accounts_owned_or_coded check ((owner_id is null) = (code is not null)),
  constraint ledger_accounts_floor check (floor_minor is null or balance_minor - held_minor >= floor_minor),
  constraint ledger_accounts_closed_empty check (closed_at is null or (balance_minor = 0 and held_minor = 0))
) with (fillfactor = 70); -- Room for updates in place: no changing column is indexed.

create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  memo text not null,
  reverses bigint,
  at timestamptz not null
);
create unique index ledger_entries_reverses on ledger_entries (reverses) where reverses is not null;

create table ledger_postings (
  entry_id bigint not null,
  leg smallint not null,
  account_id bigint not null,
  currency text not null,
  amount_minor bigint not null
    check (amount_minor <> 0 and amount_minor between -100000000000000 and 100000000000000),
  balance_after_minor bigint not null,
  primary key (entry_id, leg)
);

create table ledger_holds (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor between 1 and 100000000000000),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  entry_id bigint,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint ledger_holds_state_fits check (
    (state = 'settled') = (entry_id is not null) and (state = 'open') = (closed_at is null)
  )
);

create table ledger_keys (
  owner_id bigint not null, -- 0: the bank itself
  once_key text not null check (length(once_key) between 1 and 200),
  fingerprint text not null,
  result jsonb not null,
  at timestamptz not null,
  primary key (owner_id, once_key)
);

-- The customer's statement. `line` has no gaps and `day` never falls from one line to the next, so
-- a page and a range of dates are both a range of the primary key.
create table transactions (
  account_id bigint not null,
  line bigint not null,
  id uuid not null unique,
  day date not null,
  type text not null check (type in ('credit', 'debit')),
  amount_minor bigint not null check (amount_minor between 1 and 100000000000000),
  state text not null check (state in ('pending', 'completed', 'failed')),
  purpose text not null check (purpose in ('loan', 'transfer', 'others')),
  method text not null,
  gateway text not null,
  name text not null,
  account_number text not null,
  bank text not null,
  swift text not null,
  bank_address text not null,
  routing_number text not null,
  description text not null,
  objective text not null,
  reference text not null,
  same boolean not null,
  own_account boolean not null,
  failure_reason text,
  entry_id bigint,
  hold_id bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, line),
  constraint transactions_state_fits check (
    (state = 'completed') = (entry_id is not null)
    and (state = 'failed') = (failure_reason is not null)
    and (state = 'pending') = (decided_at is null)
    and (hold_id is null or type = 'debit')
  )
);
create index transactions_pending on transactions (created_at) where state = 'pending';

-- Sums of an account's completed lines by the line's day; first_line and lines count all states.
create table ledger_days (
  account_id bigint not null,
  day date not null,
  first_line bigint not null,
  lines bigint not null,
  income_minor bigint not null,
  expense_minor bigint not null,
  spend_minor bigint not null, -- expense without moves between a customer's own accounts
  primary key (account_id, day)
) with (fillfactor = 70);

-- What may never change

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end $$;

create trigger ledger_entries_fixed before update or delete on ledger_entries
  for each row execute function ledger_refuse_change();
create trigger ledger_entries_kept before truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_fixed before update or delete on ledger_postings
  for each row execute function ledger_refuse_change();
create trigger ledger_postings_kept before truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_keys_fixed before update or delete on ledger_keys
  for each row execute function ledger_refuse_change();
create trigger ledger_keys_kept before truncate on ledger_keys
  for each statement execute function ledger_refuse_change();
create trigger ledger_holds_kept before truncate on ledger_holds
  for each statement execute function ledger_refuse_change();
create trigger ledger_holds_undeleted before delete on ledger_holds
  for each row execute function ledger_refuse_change();
create trigger transactions_kept before truncate on transactions
  for each statement execute function ledger_refuse_change();
create trigger transactions_undeleted before delete on transactions
  for each row execute function ledger_refuse_change();
create trigger ledger_accounts_kept before truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
create trigger ledger_accounts_undeleted before delete on ledger_accounts
  for each row execute function ledger_refuse_change();

create function ledger_check_hold_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
    or (new.id, new.account_id, new.amount_minor, new.opened_at)
      is distinct from (old.id, old.account_id, old.amount_minor, old.opened_at) then
    raise exception 'a hold only moves from open to settled or released' using errcode = 'LG001';
  end if;
  return new;
end $$;
create trigger ledger_holds_state before update on ledger_holds
  for each row execute function ledger_check_hold_change();

create function ledger_check_transaction_change() returns trigger language plpgsql as $$
declare
  decided text[] := array['state', 'entry_id', 'failure_reason', 'decided_at'];
begin
  if old.state <> 'pending' or new.state = 'pending'
    or to_jsonb(new) - decided <> to_jsonb(old) - decided then
    raise exception 'a transaction only moves from pending to completed or failed'
      using errcode = 'LG001';
  end if;
  return new;
end $$;
create trigger transactions_state before update on transactions
  for each row execute function ledger_check_transaction_change();

create function ledger_check_entry() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_postings where entry_id = new.id) < 2 then
    raise exception 'entry % has fewer than two postings', new.id using errcode = 'LG002';
  end if;
  if exists (
    select from ledger_postings where entry_id = new.id group by currency having sum(amount_minor) <> 0
  ) then
    raise exception 'entry % does not sum to zero', new.id using errcode = 'LG002';
  end if;
  if exists (
    select from ledger_postings p left join ledger_accounts a on a.id = p.account_id
    where p.entry_id = new.id and a.currency is distinct from p.currency
  ) then
    raise exception 'entry % has a posting in another currency than its account', new.id
      using errcode = 'LG002';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry();

-- The writers. They answer jsonb with a code: 'ok', or the refusal, after which nothing is written.

create function ledger_open(p_owner bigint, p_code text, p_currency text, p_floor bigint, p_at timestamptz,
  out o_id bigint, out o_public_id uuid) language plpgsql as $$
begin
  insert into ledger_accounts (owner_id, code, currency, floor_minor, opened_at)
  values (p_owner, p_code, p_currency, p_floor, p_at)
  on conflict (code) do nothing
  returning id, public_id into o_id, o_public_id;
  if not found then
    select id, public_id into o_id, o_public_id from ledger_accounts where code = p_code;
  end if;
end $$;

-- The first answer to this key, a refusal when it was given for another order, or null when new.
-- The advisory lock makes a second call with the key wait for the outcome of the first.
create function ledger_replay(p_owner bigint, p_once_key text, p_fingerprint text)
returns jsonb language plpgsql as $$
declare
  known ledger_keys;
begin
  if p_once_key is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(p_once_key, coalesce(p_owner, 0)));
  select * into known from ledger_keys where owner_id = coalesce(p_owner, 0) and once_key = p_once_key;
  if not found then return null; end if;
  if known.fingerprint <> p_fingerprint then return jsonb_build_object('code', 'key_reused'); end if;
  return known.result || jsonb_build_object('replayed', true);
end $$;

create function ledger_claim(p_owner bigint, p_once_key text, p_fingerprint text, p_result jsonb, p_at timestamptz)
returns void language plpgsql as $$
begin
  if p_once_key is null or p_result->>'code' <> 'ok' then return; end if;
  insert into ledger_keys (owner_id, once_key, fingerprint, result, at)
  values (coalesce(p_owner, 0), p_once_key, p_fingerprint, p_result, p_at);
end $$;

-- Writes statement lines and their days; the caller holds the accounts' locks and counts the lines.
create function ledger_add_lines(p_accounts bigint[], p_numbers bigint[], p_ids uuid[], p_days date[],
  p_amounts bigint[], p_lines jsonb[], p_state text, p_entry bigint, p_hold bigint, p_at timestamptz)
returns void language plpgsql as $$
begin
  insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
    gateway, name, account_number, bank, swift, bank_address, routing_number, description, objective,
    reference, same, own_account, entry_id, hold_id, created_at, decided_at)
  select u.account, u.number, u.id, u.day, case when u.amount > 0 then 'credit' else 'debit' end,
    abs(u.amount), p_state, coalesce(u.l->>'purpose', 'others'), coalesce(u.l->>'method', ''),
    coalesce(u.l->>'gateway', ''), coalesce(u.l->>'name', ''), coalesce(u.l->>'account_number', ''),
    coalesce(u.l->>'bank', ''), coalesce(u.l->>'swift', ''), coalesce(u.l->>'bank_address', ''),
    coalesce(u.l->>'routing_number', ''), coalesce(u.l->>'description', ''),
    coalesce(u.l->>'objective', ''), coalesce(u.l->>'reference', ''),
    coalesce((u.l->>'same')::boolean, false), coalesce((u.l->>'own_account')::boolean, false),
    p_entry, p_hold, p_at, case when p_state = 'completed' then p_at end
  from unnest(p_accounts, p_numbers, p_ids, p_days, p_amounts, p_lines)
    u(account, number, id, day, amount, l)
  where u.number is not null;

  insert into ledger_days as d (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
  select u.account, u.day, min(u.number), count(*),
    coalesce(sum(u.amount) filter (where u.amount > 0 and p_state = 'completed'), 0),
    coalesce(sum(-u.amount) filter (where u.amount < 0 and p_state = 'completed'), 0),
    coalesce(sum(-u.amount) filter (where u.amount < 0 and p_state = 'completed'
      and not coalesce((u.l->>'own_account')::boolean, false)), 0)
  from unnest(p_accounts, p_numbers, p_days, p_amounts, p_lines) u(account, number, day, amount, l)
  where u.number is not null
  group by u.account, u.day
  on conflict (account_id, day) do update set lines = d.lines + excluded.lines,
    income_minor = d.income_minor + excluded.income_minor,
    expense_minor = d.expense_minor + excluded.expense_minor,
    spend_minor = d.spend_minor + excluded.spend_minor;
end $$;

-- Marks a pending line completed by an entry, settles its hold and adds it to its own day.
create function ledger_complete(p_transaction transactions, p_entry bigint, p_at timestamptz)
returns void language plpgsql as $$
begin
  update transactions set state = 'completed', entry_id = p_entry, decided_at = p_at
  where account_id = p_transaction.account_id and line = p_transaction.line;
  update ledger_holds set state = 'settled', entry_id = p_entry, closed_at = p_at
  where id = p_transaction.hold_id;
  if p_transaction.type = 'credit' then
    update ledger_days set income_minor = income_minor + p_transaction.amount_minor
    where account_id = p_transaction.account_id and day = p_transaction.day;
  else
    update ledger_days set expense_minor = expense_minor + p_transaction.amount_minor,
      spend_minor = spend_minor
        + case when p_transaction.own_account then 0 else p_transaction.amount_minor end
    where account_id = p_transaction.account_id and day = p_transaction.day;
  end if;
end $$;

-- One entry. A leg is {account, amount, owner?, line?, settles?}: `owner` is who the account must
-- belong to, `line` a new statement line, `settles` the pending line that this leg completes.
create function ledger_apply(p_kind text, p_memo text, p_reverses bigint, p_legs jsonb, p_at timestamptz, p_day date)
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

-- One entry, once per key.
create function ledger_post(p_owner bigint, p_once_key text, p_fingerprint text, p_kind text, p_memo text,
  p_legs jsonb, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  result jsonb := ledger_replay(p_owner, p_once_key, p_fingerprint);
begin
  if result is not null then return result; end if;
  result := ledger_apply(p_kind, p_memo, null, p_legs, p_at, p_day);
  perform ledger_claim(p_owner, p_once_key, p_fingerprint, result, p_at);
  return result;
end $$;

-- A pending line. A debit (negative amount) also holds its money, so that available falls at once;
-- a credit reserves nothing.
create function ledger_pend(p_owner bigint, p_once_key text, p_fingerprint text, p_account bigint,
  p_account_owner bigint, p_amount bigint, p_line jsonb, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  result jsonb := ledger_replay(p_owner, p_once_key, p_fingerprint);
  a ledger_accounts; hold bigint; line_id uuid := gen_random_uuid(); line_day date; reserved bigint;
begin
  if result is not null then return result; end if;
  if p_amount = 0 or p_amount not between -100000000000000 and 100000000000000 then
    return jsonb_build_object('code', 'bad_amount');
  end if;
  reserved := greatest(-p_amount, 0);
  select * into a from ledger_accounts where id = p_account for update;
  if p_account_owner is not null and a.owner_id is distinct from p_account_owner then
    return jsonb_build_object('code', 'not_yours');
  elsif a.id is null then
    return jsonb_build_object('code', 'unknown_account');
  elsif a.closed_at is not null then
    return jsonb_build_object('code', 'account_closed');
  elsif reserved > 0 and a.balance_minor - a.held_minor - reserved < a.floor_minor then
    return jsonb_build_object('code', 'insufficient_funds');
  end if;
  line_day := greatest(a.last_day, p_day);
  if reserved > 0 then
    insert into ledger_holds (account_id, amount_minor, opened_at) values (a.id, reserved, p_at)
    returning id into hold;
  end if;
  perform ledger_add_lines(array[a.id], array[a.line_count + 1], array[line_id], array[line_day],
    array[p_amount], array[p_line], 'pending', null, hold, p_at);
  update ledger_accounts set held_minor = held_minor + reserved, line_count = a.line_count + 1,
    last_day = line_day
  where id = a.id;
  result := jsonb_build_object('code', 'ok', 'entry', null, 'lines', jsonb_build_array(jsonb_build_object(
    'id', line_id, 'account', a.id::text, 'balance', a.balance_minor::text,
    'available', (a.balance_minor - a.held_minor - reserved)::text)));
  perform ledger_claim(p_owner, p_once_key, p_fingerprint, result, p_at);
  return result;
end $$;

-- Posts a pending line against another account and marks it completed.
create function ledger_settle(p_transaction uuid, p_counter bigint, p_counter_line jsonb, p_kind text,
  p_memo text, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  t transactions; amount bigint;
begin
  select * into t from transactions where id = p_transaction;
  if not found then return jsonb_build_object('code', 'not_pending'); end if;
  amount := case when t.type = 'credit' then t.amount_minor else -t.amount_minor end;
  return ledger_apply(p_kind, p_memo, null, jsonb_build_array(
    jsonb_build_object('account', t.account_id, 'amount', amount, 'settles', t.id),
    jsonb_build_object('account', p_counter, 'amount', -amount)
      || case when p_counter_line is null then '{}' else jsonb_build_object('line', p_counter_line) end
  ), p_at, p_day);
end $$;

-- Marks a pending line failed and gives back what it held.
create function ledger_fail(p_transaction uuid, p_reason text, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  t transactions; a ledger_accounts;
begin
  select * into t from transactions where id = p_transaction;
  select * into a from ledger_accounts where id = t.account_id for update;
  -- Read again under the lock: the line may have been decided while this call waited.
  select * into t from transactions where id = p_transaction;
  if t.state is distinct from 'pending' then return jsonb_build_object('code', 'not_pending'); end if;
  update transactions set state = 'failed', failure_reason = p_reason, decided_at = p_at
  where account_id = t.account_id and line = t.line;
  if t.hold_id is not null then
    update ledger_holds set state = 'released', closed_at = p_at where id = t.hold_id;
    update ledger_accounts set held_minor = held_minor - t.amount_minor where id = a.id
    returning * into a;
  end if;
  return jsonb_build_object('code', 'ok', 'entry', null, 'lines', jsonb_build_array(jsonb_build_object(
    'id', t.id, 'account', a.id::text, 'balance', a.balance_minor::text,
    'available', (a.balance_minor - a.held_minor)::text)));
end $$;

-- Corrects an entry by its opposite, once, with a statement line for each line it had.
create function ledger_reverse(p_entry bigint, p_kind text, p_memo text, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  e ledger_entries; legs jsonb;
begin
  select * into e from ledger_entries where id = p_entry;
  if not found or e.reverses is not null then
    return jsonb_build_object('code', 'not_reversible');
  end if;
  perform from ledger_accounts
  where id in (select account_id from ledger_postings where entry_id = p_entry) order by id for update;
  if exists (select from ledger_entries where reverses = p_entry) then
    return jsonb_build_object('code', 'already_reversed');
  end if;
  select jsonb_agg(jsonb_build_object('account', p.account_id, 'amount', -p.amount_minor)
    || case when t.id is null then '{}' else jsonb_build_object('line',
      to_jsonb(t) || jsonb_build_object('description', p_memo, 'reference', t.id)) end order by p.leg)
  into legs
  from ledger_postings p left join lateral (
    select * from transactions x where x.account_id = p.account_id and x.entry_id = p_entry
      and x.amount_minor = abs(p.amount_minor) and (x.type = 'credit') = (p.amount_minor > 0) limit 1
  ) t on true
  where p.entry_id = p_entry;
  return ledger_apply(p_kind, p_memo, p_entry, legs, p_at, p_day);
end $$;

create function ledger_close_account(p_account bigint, p_account_owner bigint, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts;
begin
  select * into a from ledger_accounts where id = p_account for update;
  if p_account_owner is not null and a.owner_id is distinct from p_account_owner then
    return jsonb_build_object('code', 'not_yours');
  elsif a.id is null then
    return jsonb_build_object('code', 'unknown_account');
  elsif a.closed_at is not null then
    return jsonb_build_object('code', 'account_closed');
  elsif a.balance_minor <> 0 then
    return jsonb_build_object('code', 'not_empty');
  elsif exists (select from transactions where account_id = a.id and state = 'pending') then
    return jsonb_build_object('code', 'under_way');
  end if;
  update ledger_accounts set closed_at = p_at where id = a.id;
  return jsonb_build_object('code', 'ok');
end $$;

-- The bank's own accounts; chart.ts names them and adds later ones.
select ledger_open(null, name || ':' || currency, currency, null, now())
from unnest(array['clearing', 'cards', 'crypto', 'cash', 'loans', 'interest', 'fees', 'fx', 'billers', 'equity']) name,
  unnest(array['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn']) currency;
