-- Whom a debit pays, as paid_payees names them; null where it is nobody else (an own account) or a
-- line that does not say. Takes a statement line: a row of transactions, or what becomes one. One
-- expression without a FROM, so that the planner puts it in place of its call.
create or replace function payee_key(p_line jsonb) returns text immutable language sql as $$
  select case
    when p_line->>'method' = 'bill'
      then 'bill:' || lower(p_line->>'name') || E'\n' || lower(p_line->>'description')
    when p_line->>'purpose' <> 'transfer' or (p_line->>'own_account')::boolean
      or coalesce(p_line->>'account_number', '') = '' then null
    when p_line->>'method' = 'local' then 'local:' || (p_line->>'account_number')
    when p_line->>'method' = 'other-banks'
      then 'bank:' || (p_line->>'account_number') || ' at ' || (p_line->>'bank')
    when p_line->>'method' = 'wire'
      then 'wire:' || (p_line->>'account_number') || ' at ' || (p_line->>'swift')
    when p_line->>'method' = 'card' then 'card:' || right(p_line->>'account_number', 4)
    when p_line->>'method' = 'crypto' then 'bitcoin:' || (p_line->>'account_number')
  end
$$;
