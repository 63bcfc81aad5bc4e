-- The orders of a batch that their customers have approved, by the rules of transfer_order. Of
-- several with one key, or with the one code of their customer, only the first can be.
create or replace function batch_approved(p jsonb)
returns table (place int, customer bigint, at timestamptz, day date, now timestamptz,
  once_key text, fingerprint text, usd bigint, exchange_usd bigint, code_id bigint, kind text,
  memo text, legs jsonb, pend jsonb, transfer jsonb, review boolean)
stable language sql as $$
  with asked as materialized (
    select e.n::int as place, r.*, coalesce(r.exchange_usd, 0) as exchanged,
      approval_now(e.o) as now,
      row_number() over (partition by r.customer, r.once_key order by e.n) as nth_of_key,
      row_number() over (partition by r.customer order by e.n) as nth_of_customer,
      (sum(r.usd) over w)::bigint as usd_so_far,
      (sum(coalesce(r.exchange_usd, 0)) over w)::bigint as exchanged_so_far
    from jsonb_array_elements(p) with ordinality e(o, n),
      jsonb_to_record(e.o) r(customer bigint, at timestamptz, day date, once_key text,
        fingerprint text, pin_hmac text, code_hmac text, order_hashes jsonb, usd bigint,
        usd_limit bigint, exchange_usd bigint, exchange_limit bigint, kind text, memo text,
        legs jsonb, pend jsonb, transfer jsonb, request text)
    window w as (partition by r.customer, r.day order by e.n)
  )
  select a.place, a.customer, a.at, a.day, a.now, a.once_key, a.fingerprint, a.usd, a.exchanged,
    (code.k).id, a.kind, a.memo, a.legs, a.pend,
    a.transfer || jsonb_build_object('ordered_at', a.now), (c).pending_transfer
  from asked a
  -- One by one through the index, whatever the planner thinks of a table that was empty yesterday.
  cross join lateral (select k as c from customers k where id = a.customer limit 1) known
  left join lateral (
    select k from transfer_codes k where customer_id = a.customer order by id desc limit 1
  ) code on (c).use_otp
  left join lateral (
    select * from transfer_days where customer_id = a.customer and day = a.day limit 1
  ) sent on true
  where a.nth_of_key = 1 and (a.nth_of_customer = 1 or not (c).use_otp)
    -- One under a key of before is left to transfer_order, which keeps it anew.
    and (c).pin_hmac = split_part(a.pin_hmac, ' ', 1) and pin_refusal(c, a.now) is null
    and not pin_has_tries(c)
    and transfer_refusal(c, false) is null
    -- What needs more than the day's sums is not ordinary: limits of one's own, cooling, the first
    -- code that comes back from an address.
    and not (c).own_limits and not is_cooling(c, a.now)
    and not ((c).use_otp and address_is_doubted(c))
    -- What pays a request locks that too, and not in the order of a batch.
    and a.request is null
    and (a.pend is null or hold_is_payable(a.pend, a.transfer))
    and not posts_unreviewed(c, a.legs)
    and (not (c).use_otp
      or code_is_live(code.k, a.now) and code_fits(code.k, a.code_hmac, a.order_hashes))
    and day_has_room(a.usd_so_far - a.usd + coalesce(sent.usd_minor, 0), a.usd, a.usd_limit)
    and day_has_room(a.exchanged_so_far - a.exchanged + coalesce(sent.exchanged_usd_minor, 0),
      a.exchanged, a.exchange_limit)
    and a.once_key is not null and (
        select at from ledger_keys where owner_id = a.customer and once_key = a.once_key limit 1
      ) is null
    and not ledger_key_is_old(a.customer, a.once_key)
  order by a.place
$$;
