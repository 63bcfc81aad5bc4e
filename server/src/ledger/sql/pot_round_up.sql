-- Rounds a payment up to the next whole unit of its currency: what is missing goes into the pot of
-- its account that gathers it, if that much is available. The line is the idempotency key: each is
-- rounded up once, whichever pot gathers by then. Answers whose pot has more than before, or null.
create or replace function pot_round_up(p_account bigint, p_line bigint, p_at timestamptz)
returns bigint language plpgsql as $$
declare
  p pots; more bigint; answer jsonb;
begin
  select * into p from pots where account_id = p_account and round_ups;
  if not found then return null; end if;
  select (100 - t.amount_minor % 100) % 100 into more from transactions t
  where t.account_id = p_account and t.line = p_line;
  if coalesce(more, 0) = 0 then return null; end if;
  answer := pot_move(p.owner_id, p.id, more, 'round-up', p_account || ':' || p_line, p_at);
  if answer->>'code' <> 'ok' or (answer->>'replayed')::boolean then return null; end if;
  return p.owner_id;
end $$;
