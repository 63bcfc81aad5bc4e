-- A line for a payment that was due and could not be made: it holds nothing and moves nothing.
create or replace function ledger_note_failed(p_account bigint, p_amount bigint, p_line jsonb,
  p_reason text, p_at timestamptz, p_day date)
returns jsonb language plpgsql as $$
declare
  a ledger_accounts; line_id uuid := ledger_line_id(p_account); line_day date;
begin
  select * into a from ledger_accounts where id = p_account for update;
  if a.id is null or p_amount = 0 then return jsonb_build_object('code', 'unknown_account'); end if;
  line_day := greatest(a.last_day, p_day);
  perform ledger_write_lines(array[a.id], array[a.line_count + 1], array[line_id], array[line_day],
    array[p_amount], array[p_line], null, array[p_at], 'pending', null);
  update ledger_accounts set line_count = a.line_count + 1, last_day = line_day where id = a.id;
  return ledger_fail(line_id, p_reason, p_at);
end $$;
