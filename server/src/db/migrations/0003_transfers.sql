-- What a customer orders beyond the ledger's own business: approvals, transfers that wait, and what
-- must be told after money moved.

-- Codes that confirm one transfer. order_hash is set where the client named the order.
create table transfer_codes(
  id          bigint generated always as identity primary key,
  customer_id bigint not null references customers(id),
  code_hmac   text not null,
  order_hash  text,
  tries       int not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index transfer_codes_customer on transfer_codes(customer_id, id);

-- How much a customer has sent on a day, in US cents; moves between own accounts do not count.
create table transfer_days(
  customer_id bigint not null,
  day         date not null,
  usd_minor   bigint not null,
  primary key (customer_id, day)
);

-- A pending transaction that a worker or the operator will settle or fail.
create table transfers(
  transaction_id uuid primary key,
  customer_id    bigint not null,
  rail           text not null check (rail in ('bank', 'swift', 'card', 'bitcoin', 'inside')),
  payee          text not null,          -- what the rail pays to: a number, last four digits, a wallet
  to_account_id  bigint,                 -- for rail 'inside'
  usd_minor      bigint not null,
  day            date not null,
  review         boolean not null,       -- waits for the operator
  due_at         timestamptz not null,
  done           boolean not null default false
);
create index transfers_due on transfers(due_at) where not done and not review;

-- Statement lines that are new or have changed their state, until somebody has been told.
create table outbox(
  id         bigint generated always as identity primary key,
  account_id bigint not null,
  line       bigint not null,
  state      text not null
);

create function outbox_add() returns trigger language plpgsql as $$
begin
  insert into outbox(account_id, line, state)
  select account_id, line, state from fresh order by account_id, line;
  return null;
end $$;
create trigger transactions_told_new after insert on transactions
  referencing new table as fresh for each statement execute function outbox_add();
create trigger transactions_told_changed after update on transactions
  referencing new table as fresh for each statement execute function outbox_add();

-- Compares a PIN under the customer's row lock, so that no number of parallel guesses gets more than
-- five looks. A right PIN writes nothing unless there is something to forget.
create function approve_pin(p_customer bigint, p_pin_hmac text, p_at timestamptz)
returns text language plpgsql as $$
declare
  c customers;
begin
  select * into c from customers where id = p_customer for no key update;
  if c.pin_hmac is null then return 'pin_missing'; end if;
  if c.pin_tries_total >= 15 then return 'pin_dead'; end if;
  if c.pin_locked_until > p_at then
    return 'pin_locked:' || ceil(extract(epoch from c.pin_locked_until - p_at))::int;
  end if;
  if c.pin_hmac = p_pin_hmac then
    if c.pin_tries > 0 or c.pin_locked_until is not null then
      update customers set pin_tries = 0, pin_locked_until = null where id = p_customer;
    end if;
    return 'ok';
  end if;
  update customers set
    pin_tries = case when c.pin_tries + 1 >= 5 then 0 else c.pin_tries + 1 end,
    pin_tries_total = c.pin_tries_total + 1,
    pin_locked_until = case when c.pin_tries + 1 >= 5 then p_at + interval '15 minutes' end
  where id = p_customer;
  return 'pin_wrong';
end $$;

-- Looks at the customer's newest code. Counts a wrong one; a right one is returned for the caller to
-- spend together with what it pays for.
create function approve_code(p_customer bigint, p_code_hmac text, p_order_hashes jsonb, p_at timestamptz,
  p_day date, out o_code text, out o_id bigint) language plpgsql as $$
declare
  k transfer_codes;
begin
  select * into k from transfer_codes where customer_id = p_customer order by id desc limit 1 for update;
  o_code := 'otp_wrong';
  if k.id is null or k.used_at is not null or k.expires_at <= p_at or k.tries >= 3 then return; end if;
  if k.code_hmac = p_code_hmac and coalesce(p_order_hashes ? k.order_hash, true) then
    o_code := 'ok';
    o_id := k.id;
    return;
  end if;
  update transfer_codes set tries = tries + 1 where id = k.id;
  update customers set
    otp_wrong = case when otp_wrong_day = p_day then otp_wrong + 1 else 1 end,
    otp_wrong_day = p_day,
    lock_otp = lock_otp or (otp_wrong_day = p_day and otp_wrong + 1 >= 15)
  where id = p_customer;
end $$;

-- A whole order in one call: a known key gives its first answer; then flags, PIN and code; then the
-- posting (or the hold), the spent code, the day's sum and the key, all together or not at all.
-- p: customer, at, day, once_key, fingerprint, pin_hmac, code_hmac, order_hashes, usd, usd_limit and
-- either kind, memo and legs (see ledger_apply) or pend {account, amount, line} with transfer
-- {rail, payee, to_account, due_at}.
create function transfer_order(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer bigint := (p->>'customer')::bigint;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_day date := (p->>'day')::date;
  v_usd bigint := (p->>'usd')::bigint;
  c customers; v_sent bigint; v_answer text; v_code bigint; result jsonb;
begin
  result := ledger_replay(v_customer, p->>'once_key', p->>'fingerprint');
  if result is not null then return result; end if;
  v_answer := approve_pin(v_customer, p->>'pin_hmac', v_at);
  if v_answer <> 'ok' then return jsonb_build_object('code', v_answer); end if;
  select * into c from customers where id = v_customer;
  if c.blocked or not c.allow_transfer then return jsonb_build_object('code', 'transfers_off'); end if;
  if c.use_otp then
    if c.lock_otp then return jsonb_build_object('code', 'otp_locked'); end if;
    select o_code, o_id into v_answer, v_code
    from approve_code(v_customer, p->>'code_hmac', p->'order_hashes', v_at, v_day);
    if v_answer <> 'ok' then return jsonb_build_object('code', v_answer); end if;
  end if;
  if v_usd > 0 then
    select usd_minor into v_sent from transfer_days where customer_id = v_customer and day = v_day;
    if coalesce(v_sent, 0) + v_usd > (p->>'usd_limit')::bigint then
      return jsonb_build_object('code', 'daily_limit');
    end if;
  end if;

  if p ? 'legs' then
    result := ledger_apply(p->>'kind', p->>'memo', null, p->'legs', v_at, v_day);
  else
    result := ledger_pend(null, null, null, (p->'pend'->>'account')::bigint, v_customer,
      (p->'pend'->>'amount')::bigint, p->'pend'->'line', v_at, v_day);
  end if;
  if result->>'code' <> 'ok' then return result; end if;

  if p ? 'transfer' then
    insert into transfers(transaction_id, customer_id, rail, payee, to_account_id, usd_minor, day,
      review, due_at)
    values ((result->'lines'->0->>'id')::uuid, v_customer, p->'transfer'->>'rail',
      p->'transfer'->>'payee', (p->'transfer'->>'to_account')::bigint, v_usd, v_day,
      c.pending_transfer, (p->'transfer'->>'due_at')::timestamptz);
  end if;
  update transfer_codes set used_at = v_at where id = v_code;
  if v_usd > 0 then
    insert into transfer_days as d (customer_id, day, usd_minor) values (v_customer, v_day, v_usd)
    on conflict (customer_id, day) do update set usd_minor = d.usd_minor + excluded.usd_minor;
  end if;
  perform ledger_claim(v_customer, p->>'once_key', p->>'fingerprint', result, v_at);
  return result;
end $$;

-- A line for a payment that was due and could not be made: it holds nothing and moves nothing.
create function ledger_note_failed(p_account bigint, p_amount bigint, p_line jsonb, p_reason text,
  p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts; line_id uuid := gen_random_uuid(); line_day date;
begin
  select * into a from ledger_accounts where id = p_account for update;
  if a.id is null or p_amount = 0 then return jsonb_build_object('code', 'unknown_account'); end if;
  line_day := greatest(a.last_day, p_day);
  perform ledger_add_lines(array[a.id], array[a.line_count + 1], array[line_id], array[line_day],
    array[p_amount], array[p_line], 'pending', null, null, p_at);
  update ledger_accounts set line_count = a.line_count + 1, last_day = line_day where id = a.id;
  return ledger_fail(line_id, p_reason, p_at);
end $$;
