-- Whether payees who were not paid before get small sums only, as for a day after a change that a
-- thief would make.
create or replace function is_cooling(c customers, p_at timestamptz) returns boolean
stable language sql as $$
  select coalesce(c.cooling_until > p_at, false)
$$;
