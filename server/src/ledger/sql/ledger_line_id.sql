-- The id of a new statement line: a UUID of version 7 whose first bits are the time, so that the
-- index of ids is written at its end, and whose next twelve are the slice of its account, so that
-- the id alone says where the line lies. The rest is random; an id is no secret all the same.
create or replace function ledger_line_id(p_account bigint) returns uuid volatile language sql as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || lpad(to_hex(ledger_slice(p_account)), 3, '0')
    || substring(replace(gen_random_uuid()::text, '-', '') from 17))::uuid
$$;
