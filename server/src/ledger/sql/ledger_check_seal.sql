-- What is no longer as it was when the day was sealed, or null. Its cost is named, so that the
-- planner gives many days to parallel workers.
create or replace function ledger_check_seal(p_day date)
returns text stable parallel safe cost 1000000 language plpgsql as $$
declare
  sealed ledger_seals; before ledger_seals; d record;
begin
  select * into sealed from ledger_seals where day = p_day;
  select * into before from ledger_seals where day < p_day order by day desc limit 1;
  d := ledger_digest(p_day, before.hash, coalesce(before.up_to, 0), sealed.up_to);
  if d.hash = sealed.hash then return null; end if;
  if (d.entries, d.postings, d.lines, d.sums)
    is not distinct from (sealed.entries, sealed.postings, sealed.lines, sealed.sums)
  then
    return 'something else was written then';
  end if;
  return concat_ws(', ', d.entries, d.postings, d.lines, d.sums) || ' found, '
    || concat_ws(', ', sealed.entries, sealed.postings, sealed.lines, sealed.sums) || ' sealed';
end $$;
