-- Writes notices and counts them in their customers' inboxes. The inboxes are locked first, in id
-- order: two at once cannot wait for each other, and a notice that comes later has the higher id.
-- So "read up to here" never covers one that nobody has seen.
create or replace function notices_add(p_customers bigint[], p_titles text[], p_bodies text[],
  p_transactions uuid[], p_accounts bigint[], p_lines bigint[], p_warns boolean[], p_at timestamptz)
returns void language plpgsql as $$
begin
  insert into inboxes as i (customer_id, total, unread)
  select u.customer, count(*), count(*) from unnest(p_customers) u(customer)
  group by u.customer order by u.customer
  on conflict (customer_id) do update
    set total = i.total + excluded.total, unread = i.unread + excluded.unread;
  insert into notifications(customer_id, title, body, transaction_id, account_id, line, warns,
    created_at)
  select u.customer, u.title, u.body, u.transaction, u.account, u.line, u.warns, p_at
  from unnest(p_customers, p_titles, p_bodies, p_transactions, p_accounts, p_lines, p_warns)
    with ordinality u(customer, title, body, transaction, account, line, warns, place)
  order by u.place;
end $$;
