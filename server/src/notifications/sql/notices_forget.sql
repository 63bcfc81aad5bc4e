-- Deletes the oldest notices from before a moment, at most so many, and takes them off the counts
-- of their inboxes, which are locked first as in notices_add; answers how many. Notices are
-- numbered as they come, so the oldest ones are found without an index of their times.
create or replace function notices_forget(p_before timestamptz, p_limit int)
returns int language plpgsql as $$
declare
  ids bigint[]; customers bigint[];
begin
  if (select created_at from notifications order by id limit 1) >= p_before then return 0; end if;
  select array_agg(n.id), array_agg(n.customer_id) into ids, customers
  from (select id, customer_id, created_at from notifications order by id limit p_limit) n
  where n.created_at < p_before;
  if ids is null then return 0; end if;
  perform from inboxes where customer_id = any(customers) order by customer_id for update;
  delete from notifications where id = any(ids);
  update inboxes i
  set total = greatest(i.total - g.gone, 0), unread = greatest(i.unread - g.unread, 0)
  from (
    select u.customer, count(*) as gone, count(*) filter (where u.id > x.read_up_to) as unread
    from unnest(ids, customers) u(id, customer) join inboxes x on x.customer_id = u.customer
    group by u.customer) g
  where i.customer_id = g.customer;
  return cardinality(ids);
end $$;
