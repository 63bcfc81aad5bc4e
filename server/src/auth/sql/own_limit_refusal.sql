-- Why an order is too much by the customer's own limits, in US cents, after what was sent that day.
create or replace function own_limit_refusal(p_customer bigint, p_sent bigint, p_usd bigint,
  p_at timestamptz) returns text stable language plpgsql as $$
begin
  return (
    select case
      when p_usd = 0 then null
      when p_usd > l.transfer then 'daily_limit:transfer:' || l.transfer
      when coalesce(p_sent, 0) + p_usd > l.day then 'daily_limit:day:' || l.day
    end
    from own_limits_at(p_customer, p_at) l);
end $$;
