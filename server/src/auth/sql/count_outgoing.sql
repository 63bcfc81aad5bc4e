-- Counts what goes out, or is exchanged, towards the limits of its day, and what strangers get
-- towards that of the real one (see approval_day). p as outgoing_refusal takes it, with the
-- customer.
create or replace function count_outgoing(p jsonb, p_stranger boolean) returns void
language plpgsql as $$
begin
  insert into transfer_days as d (customer_id, day, usd_minor, exchanged_usd_minor,
    strangers_usd_minor)
  select n.customer, u.day, sum(u.usd), sum(u.exchanged), sum(u.strangers)
  from jsonb_to_record(p) n(customer bigint, day date, usd bigint, exchange_usd bigint,
      counted_usd bigint)
    cross join lateral (values
      (n.day, n.usd, coalesce(n.exchange_usd, 0), 0),
      (approval_day(p), 0, 0,
        case when p_stranger then greatest(n.usd - coalesce(n.counted_usd, 0), 0) else 0 end)
    ) u(day, usd, exchanged, strangers)
  where u.usd > 0 or u.exchanged > 0 or u.strangers > 0
  group by n.customer, u.day order by u.day
  on conflict (customer_id, day) do update set usd_minor = d.usd_minor + excluded.usd_minor,
    exchanged_usd_minor = d.exchanged_usd_minor + excluded.exchanged_usd_minor,
    strangers_usd_minor = d.strangers_usd_minor + excluded.strangers_usd_minor;
end $$;
