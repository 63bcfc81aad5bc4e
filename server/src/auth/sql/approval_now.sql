-- The real time that an approval goes by: codes, locks and cooling know nothing of business time,
-- which is p's at. A server of before this function sends that alone, having one clock for both.
create or replace function approval_now(p jsonb) returns timestamptz stable language sql as $$
  select coalesce(p->>'now', p->>'at')::timestamptz
$$;
