-- Locks customers until the end of the transaction, in one order: an advisory lock, which writes
-- nothing, where a row lock would write the row's page. Whoever looks at a customer's PIN, codes,
-- limits, flags or keys and acts on it takes it first, and so does whoever changes them: before any
-- row of customers, never after. 7270 is the space of these locks, with two numbers; keys and jobs
-- have locks with one.
create or replace function customer_lock(p_customers bigint[]) returns void language plpgsql as $$
declare
  k int;
begin
  for k in select distinct (u & 2147483647)::int from unnest(p_customers) u order by 1 loop
    perform pg_advisory_xact_lock(7270, k);
  end loop;
end $$;
