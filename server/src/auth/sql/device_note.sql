-- Notes that a browser has let its customer in; whether it was the first time. Those that were not
-- seen for the longest are forgotten beyond the most that are kept.
create or replace function device_note(p jsonb) returns boolean language plpgsql as $$
declare
  customer bigint := p->>'customer'; at timestamptz := p->>'at';
begin
  update devices set last_seen_at = at, name = p->>'agent', address = p->>'address'
  where customer_id = customer and id = p->>'device';
  if found then return false; end if;
  insert into devices(id, customer_id, name, address, first_seen_at, last_seen_at)
  values (p->>'device', customer, p->>'agent', p->>'address', at, at)
  on conflict do nothing;
  delete from devices where customer_id = customer and id in (
    select id from devices where customer_id = customer
    order by last_seen_at desc, id offset (p->>'devicesMax')::int);
  return true;
end $$;
