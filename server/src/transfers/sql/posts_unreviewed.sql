-- Whether an order would move money at once although its customer's transfers wait for the
-- operator: that was switched on after the order had been read. Sent again, it waits. Between own
-- accounts nothing waits. One expression without a FROM, so that the planner puts it in place of
-- its call.
create or replace function posts_unreviewed(c customers, p_legs jsonb) returns boolean
immutable language sql as $$
  select c.pending_transfer and p_legs is not null
    and not coalesce((p_legs->0->'line'->>'own_account')::boolean, false)
$$;
