-- Locks accounts in id order, so that no two writers wait for each other, and answers how they
-- stand: an element for each account that there is. floors is null where an account has none.
create or replace function ledger_lock_accounts(p_ids bigint[], out ids bigint[],
  out owners bigint[], out currencies text[], out floors bigint[], out closed boolean[],
  out balances bigint[], out held bigint[], out counts bigint[], out days date[])
language plpgsql as $$
begin
  select array_agg(a.id), array_agg(a.owner_id), array_agg(a.currency), array_agg(a.floor_minor),
    array_agg(a.closed_at is not null), array_agg(a.balance_minor), array_agg(a.held_minor),
    array_agg(a.line_count), array_agg(a.last_day)
  into ids, owners, currencies, floors, closed, balances, held, counts, days
  from (select * from ledger_accounts where id = any(p_ids) order by id for update) a;
end $$;
