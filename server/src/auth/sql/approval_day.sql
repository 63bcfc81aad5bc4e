-- The real day of an approval, by which wrong codes and what strangers get are counted (see
-- approval_now).
create or replace function approval_day(p jsonb) returns date stable language sql as $$
  select coalesce(p->>'today', p->>'day')::date
$$;
