-- Opens an account. One of the bank's own that is there already is answered as it is.
create or replace function ledger_open(p_owner bigint, p_code text, p_currency text, p_floor bigint,
  p_at timestamptz, out o_id bigint, out o_public_id uuid) language plpgsql as $$
begin
  insert into ledger_accounts (owner_id, code, currency, floor_minor, opened_at)
  values (p_owner, p_code, p_currency, p_floor, p_at)
  on conflict (code) do nothing
  returning id, public_id into o_id, o_public_id;
  if not found then
    select id, public_id into o_id, o_public_id from ledger_accounts where code = p_code;
  end if;
end $$;
