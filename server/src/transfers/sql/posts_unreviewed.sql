-- Whether an order would move money at once although its customer's transfers wait for the operator:
-- that was switched on after the order had been read. Sent again, it waits. Between own accounts
-- nothing waits.
create or replace function posts_unreviewed(c customers, p_legs jsonb) returns boolean
immutable language plpgsql as $$
begin
  return c.pending_transfer and p_legs is not null
    and not coalesce((p_legs->0->'line'->>'own_account')::boolean, false);
end $$;
