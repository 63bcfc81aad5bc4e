-- The hashes of what may be in a line. The account is their seed, so that nobody else's lines have
-- the same.
create or replace function search_keys(p_account bigint, p_pieces text[])
returns int[] language plpgsql immutable strict parallel safe as $$
begin
  return (
    select array_agg(distinct (hashtextextended(piece collate "C", p_account) & 2147483647)::int)
    from unnest(p_pieces) piece);
end $$;
