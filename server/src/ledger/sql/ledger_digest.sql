-- What a day's entries, with their postings and statement lines, come to: counts, sums, and a hash
-- that goes on from that of the day before. Hashed in blocks of a thousand entries, since a text
-- has at most a gigabyte; with columns by name, so that a later one changes nothing.
create or replace function ledger_digest(p_day date, p_before bytea, p_after bigint, p_up_to bigint,
  out entries bigint, out postings bigint, out lines bigint, out sums jsonb, out hash bytea)
stable language plpgsql set timezone = 'UTC' set datestyle = 'ISO' set jit = off as $$
declare
  entry_hash bytea; posting_hash bytea; line_hash bytea;
begin
  select coalesce(sum(b.rows), 0), sha256(coalesce(string_agg(b.hash, '' order by b.block), ''))
  into entries, entry_hash
  from (
    select id / 1000 as block, count(*) as rows, sha256(convert_to(string_agg(
      row(id, kind, memo, reverses, at)::text, '' order by id), 'UTF8')) as hash
    from ledger_entries where id > p_after and id <= p_up_to group by 1) b;

  select coalesce(sum(b.rows), 0), sha256(coalesce(string_agg(b.hash, '' order by b.block), ''))
  into postings, posting_hash
  from (
    select entry_id / 1000 as block, count(*) as rows, sha256(convert_to(string_agg(
      row(entry_id, leg, account_id, currency, amount_minor, balance_after_minor)::text, ''
      order by entry_id, leg), 'UTF8')) as hash
    from ledger_postings where entry_id > p_after and entry_id <= p_up_to group by 1) b;

  select coalesce(sum(b.rows), 0), sha256(coalesce(string_agg(b.hash, '' order by b.block), ''))
  into lines, line_hash
  from (
    select entry_id / 1000 as block, count(*) as rows, sha256(convert_to(string_agg(
      row(account_id, line, id, day, type, amount_minor, state, purpose, method, gateway, name,
        account_number, bank, swift, bank_address, routing_number, description, objective,
        reference, same, own_account, entry_id, hold_id, created_at, decided_at)::text, ''
      order by entry_id, account_id, line), 'UTF8')) as hash
    from transactions where entry_id > p_after and entry_id <= p_up_to group by 1) b;

  select coalesce(jsonb_object_agg(s.currency, s.total::text), '{}') into sums
  from (
    select currency, sum(amount_minor) as total from ledger_postings
    where entry_id > p_after and entry_id <= p_up_to and amount_minor > 0 group by 1) s;

  hash := sha256(coalesce(p_before, '') || entry_hash || posting_hash || line_hash
    || convert_to(row(p_day, p_up_to, entries, postings, lines, sums)::text, 'UTF8'));
end $$;
