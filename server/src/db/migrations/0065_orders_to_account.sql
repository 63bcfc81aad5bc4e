-- online
-- Whoever closes an account looks for the orders that pay into it.
drop index concurrently if exists orders_to_account;

create index concurrently orders_to_account on orders(to_account_id)
  where to_account_id is not null and state in ('active', 'paused');
