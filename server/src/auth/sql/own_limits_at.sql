-- The limits of a customer's own that hold at a moment; null for none.
create or replace function own_limits_at(p_customer bigint, p_at timestamptz)
returns table (day bigint, transfer bigint) stable language sql as $$
  select case when next_at <= p_at then next_day_minor else day_minor end,
    case when next_at <= p_at then next_transfer_minor else transfer_minor end
  from own_limits where customer_id = p_customer
$$;
