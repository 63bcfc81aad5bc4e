-- Starts a session and ends the customer's oldest beyond the most that one may have; whether one
-- has ended.
create or replace function session_start(p jsonb) returns boolean language plpgsql as $$
declare
  customer bigint := p->>'customer'; at timestamptz := p->>'at'; ended boolean;
begin
  insert into sessions(token_hash, customer_id, created_at, last_used_at, expires_at, agent,
    address, fresh_until, by_link)
  values (p->>'tokenHash', customer, at, at, (p->>'expires')::timestamptz, p->>'agent',
    p->>'address', (p->>'freshUntil')::timestamptz,
    coalesce((p->>'byLink')::boolean, false));
  delete from sessions where customer_id = customer and token_hash in (
    select token_hash from sessions where customer_id = customer
    order by created_at desc, last_used_at desc offset (p->>'sessionsMax')::int);
  ended := found;
  update customers set last_seen_at = at where id = customer;
  return ended;
end $$;
