-- What the orders of a batch that went through have used up: the day's limits and their codes.
create or replace function batch_spend(p_customers bigint[], p_days date[], p_usds bigint[],
  p_exchanged bigint[], p_codes bigint[], p_nows timestamptz[], p_results jsonb[])
returns void language plpgsql as $$
begin
  insert into transfer_days as d (customer_id, day, usd_minor, exchanged_usd_minor)
  select u.customer, u.day, sum(u.usd), sum(u.exchanged)
  from unnest(p_customers, p_days, p_usds, p_exchanged, p_results)
    u(customer, day, usd, exchanged, result)
  where u.result is not null and (u.usd > 0 or u.exchanged > 0) group by u.customer, u.day
  on conflict (customer_id, day) do update set usd_minor = d.usd_minor + excluded.usd_minor,
    exchanged_usd_minor = d.exchanged_usd_minor + excluded.exchanged_usd_minor;
  update transfer_codes t set used_at = u.now
  from unnest(p_codes, p_nows, p_results) u(code, now, result)
  where t.id = u.code and u.result is not null;
end $$;
