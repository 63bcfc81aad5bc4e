-- Lets a customer in who has proven who they are: notes the browser, starts the session, and writes
-- both to the security log. `tells`: the browser is to be told of by mail, being a new one and not
-- the customer's first. `ended`: an older session had to end.
create or replace function session_enter(p jsonb, out tells boolean, out ended boolean)
language plpgsql as $$
declare
  customer bigint := p->>'customer'; at timestamptz := p->>'at';
begin
  select last_seen_at is not null into tells from customers where id = customer;
  tells := device_note(p) and coalesce(tells, false);
  ended := session_start(p);
  insert into security_events(customer_id, kind, by, agent, address, at)
  select customer, kind, 'customer', p->>'agent', p->>'address', at
  from unnest(case when tells then array['new_device', 'signed_in'] else array['signed_in'] end)
    with ordinality as noted(kind, nth)
  order by nth;
end $$;
