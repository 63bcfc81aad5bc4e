-- Counts an attempt in the buckets of some rate limits, one after the other. Answers for each when
-- it opens again where none was left in it, else null; the first that refuses so is the last. A
-- full bucket is only read: a flood of refused attempts must not cost a synced write each.
create or replace function attempts_spend(p_buckets text[], p_max int[], p_seconds int[],
  p_refuses boolean[], p_now timestamptz)
returns timestamptz[] language plpgsql as $$
declare
  full_until timestamptz; counted int; answers timestamptz[] := '{}';
begin
  for i in 1 .. cardinality(p_buckets) loop
    select ends_at into full_until from attempts
    where bucket = p_buckets[i] and ends_at > p_now and count > p_max[i];
    if not found then
      insert into attempts as a (bucket, count, ends_at)
      values (p_buckets[i], 1, p_now + make_interval(secs => p_seconds[i]))
      on conflict (bucket) do update set
        count = case when a.ends_at <= p_now then 1 else least(a.count + 1, p_max[i] + 1) end,
        ends_at = case when a.ends_at <= p_now then excluded.ends_at else a.ends_at end
      returning a.count, a.ends_at into counted, full_until;
      if counted <= p_max[i] then full_until := null; end if;
    end if;
    answers := array_append(answers, full_until);
    exit when full_until is not null and p_refuses[i];
  end loop;
  return answers;
end $$;
