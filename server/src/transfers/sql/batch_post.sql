-- Moves the money of a batch's orders, or holds it, each by its own rules; answers a result for
-- each, null where it did not pass. An order has legs or a pend, as transfer_order takes them.
create or replace function batch_post(p_customers bigint[], p_kinds text[], p_memos text[],
  p_ats timestamptz[], p_days date[], p_legs jsonb[], p_pends jsonb[])
returns jsonb[] language plpgsql as $$
declare
  held jsonb[]; results jsonb[];
begin
  if num_nonnulls(variadic p_pends) = 0 then
    return ledger_post_many(p_kinds, p_memos, p_ats, p_days, p_legs);
  end if;
  -- All accounts at once, in id order: one lock after the other would be two orders of locks.
  perform ledger_lock_accounts(array(
    select (l->>'account')::bigint from unnest(p_legs) u(legs), jsonb_array_elements(u.legs) l
    union select (u->>'account')::bigint from unnest(p_pends) u));
  results := ledger_post_many(p_kinds, p_memos, p_ats, p_days, p_legs);
  held := ledger_pend_many(p_customers, p_pends, p_ats, p_days);
  return array(select coalesce(u.result, u.hold)
    from unnest(results, held) with ordinality u(result, hold, n) order by u.n);
end $$;
