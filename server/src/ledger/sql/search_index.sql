-- Writes the next blocks of an account's search index and answers how many; none where another
-- process is writing them (a try of an advisory lock) or where there are no more whole ones. The
-- pieces of a block: every three letters of a word (t), whole amounts (w), first digit and
-- length of an amount (b), the end of an id (i), direction (d), purpose (p), that a line was not
-- completed (o), month (m) and year (y), and in which 256 blocks it stands (e). Blocks of an
-- older rule are none. Without jit: the planner cannot know how few words a line has, and
-- compiled.
create or replace function search_index(p_account bigint, p_blocks int)
returns int language plpgsql set jit = off as $$
declare
  v_next bigint;
  v_made int;
begin
  if not pg_try_advisory_xact_lock(7271, (p_account & 2147483647)::int) then
    return 0;
  end if;
  delete from search_blocks where account_id = p_account and rule <> 2;
  select coalesce(max(block) + 1, 0) into v_next from search_blocks where account_id = p_account;
  insert into search_blocks (account_id, block, keys, rule)
  with lines as materialized (
    select (line - 1) / 256 as block, id, day, type, purpose, state, amount_minor as amount,
      search_text(name, description, reference, account_number, bank, method) as words
    from transactions
    where account_id = p_account and line > v_next * 256
      and line <= least((v_next + p_blocks) * 256,
        (select line_count / 256 * 256 from ledger_accounts where id = p_account))
  ), pieces as (
    select block, 't' || substr(word, at, 3) as piece
    from (select distinct block, word from lines, string_to_table(words, ' ') word) w,
      generate_series(1, length(word) - 2) at
    union select block, 'w' || amount / 100 from lines
    union select block, 'b' || left(amount::text, 1) || length(amount::text) from lines
    union select block, 'i' || right(id::text, 8) from lines
    union select block, 'd' || type from lines
    union select block, 'p' || purpose from lines
    union select block, 'm' || extract(month from day) from lines
    union select block, 'y' || extract(year from day) from lines
    union select block, 'e' || block / 256 from lines
    union select block, 'o' from lines where state <> 'completed'
  )
  select p_account, block, search_keys(p_account, array_agg(piece)), 2 from pieces group by block;
  get diagnostics v_made = row_count;
  return v_made;
end $$;
