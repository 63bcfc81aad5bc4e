-- Whether the day's limit, in US cents, has room for an order after what was sent on that day.
create or replace function day_has_room(p_sent bigint, p_usd bigint, p_limit bigint)
returns boolean immutable language sql as $$
  select p_usd = 0 or coalesce(p_sent, 0) + p_usd <= p_limit
$$;
