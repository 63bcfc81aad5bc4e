-- What a day's entries, with their postings and statement lines, come to: counts, sums, and a hash
-- that goes on from that of the day before. Hashed in blocks of a thousand entries, since a text
-- has at most a gigabyte; with columns by name, so that a later one changes nothing. Each block is
-- read in the order of its rows: sorting inside the aggregate would copy all of them once more.
create or replace function ledger_digest(p_day date, p_before bytea, p_after bigint, p_up_to bigint,
  out entries bigint, out postings bigint, out lines bigint, out sums jsonb, out hash bytea)
stable parallel safe language plpgsql set timezone = 'UTC' set datestyle = 'ISO' set jit = off as $$
declare
  entry_hash bytea; posting_hash bytea; line_hash bytea;
begin
  select coalesce(sum(h.rows), 0), sha256(coalesce(string_agg(h.hash, '' order by b.block), ''))
  into entries, entry_hash
  from generate_series(p_after / 1000, p_up_to / 1000) b(block), lateral (
    select count(*) as rows, sha256(convert_to(string_agg(r.text, ''), 'UTF8')) as hash
    from (
      select row(id, kind, memo, reverses, at)::text as text
      from ledger_entries
      where id between greatest(b.block * 1000, p_after + 1)
        and least(b.block * 1000 + 999, p_up_to)
      order by id) r) h;

  select coalesce(sum(h.rows), 0), sha256(coalesce(string_agg(h.hash, '' order by b.block), ''))
  into postings, posting_hash
  from generate_series(p_after / 1000, p_up_to / 1000) b(block), lateral (
    select count(*) as rows, sha256(convert_to(string_agg(r.text, ''), 'UTF8')) as hash
    from (
      select row(entry_id, leg, account_id, currency, amount_minor, balance_after_minor)::text
        as text
      from ledger_postings
      where entry_id between greatest(b.block * 1000, p_after + 1)
        and least(b.block * 1000 + 999, p_up_to)
      order by entry_id, leg) r) h;

  select coalesce(sum(h.rows), 0), sha256(coalesce(string_agg(h.hash, '' order by b.block), ''))
  into lines, line_hash
  from generate_series(p_after / 1000, p_up_to / 1000) b(block), lateral (
    select count(*) as rows, sha256(convert_to(string_agg(r.text, ''), 'UTF8')) as hash
    from (
      select row(account_id, line, id, day, type, amount_minor, state, purpose, method, gateway,
        name, account_number, bank, swift, bank_address, routing_number, description, objective,
        reference, same, own_account, entry_id, hold_id, created_at, decided_at)::text as text
      from transactions
      where entry_id between greatest(b.block * 1000, p_after + 1)
        and least(b.block * 1000 + 999, p_up_to)
      order by entry_id, account_id, line) r) h;

  select coalesce(jsonb_object_agg(s.currency, s.total::text), '{}') into sums
  from (
    select currency, sum(amount_minor) as total from ledger_postings
    where entry_id > p_after and entry_id <= p_up_to and amount_minor > 0 group by 1) s;

  hash := sha256(coalesce(p_before, '') || entry_hash || posting_hash || line_hash
    || convert_to(row(p_day, p_up_to, entries, postings, lines, sums)::text, 'UTF8'));
end $$;
