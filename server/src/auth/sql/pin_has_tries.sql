-- Whether there are wrong tries, or a lock that has run out, that a right PIN must make forgotten.
create or replace function pin_has_tries(c customers) returns boolean stable language sql as $$
  select c.pin_tries > 0 or c.pin_locked_until is not null
$$;
