-- Writes the transfers of orders whose money is held, for a rail to pay: what the order said of it,
-- and the answer to its hold. A null in place of either is an order without one.
create or replace function transfers_wait(p_customers bigint[], p_usds bigint[], p_days date[],
  p_transfers jsonb[], p_reviews boolean[], p_results jsonb[])
returns void language plpgsql as $$
begin
  insert into transfers(transaction_id, account_id, line, customer_id, rail, payee, to_account_id,
    usd_minor, day, review, due_at, undo_until, stranger, ordered_at)
  select l.id, l.account, l.line, u.customer, t.rail, t.payee, t.to_account, u.usd, u.day, u.review,
    t.due_at, t.undo_until, coalesce(t.stranger, false), t.ordered_at
  from unnest(p_customers, p_usds, p_days, p_transfers, p_reviews, p_results)
      u(customer, usd, day, transfer, review, result),
    jsonb_to_record(u.result->'lines'->0) l(id uuid, account bigint, line bigint),
    jsonb_to_record(u.transfer) t(rail text, payee text, to_account bigint, due_at timestamptz,
      undo_until timestamptz, stranger boolean, ordered_at timestamptz)
  where u.transfer is not null and u.result is not null;
end $$;
