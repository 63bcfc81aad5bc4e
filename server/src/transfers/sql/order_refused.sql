-- The answer to an order that is not the ledger's to refuse: by its approval, a limit or the
-- request that it pays. The code may have details after a colon.
create or replace function order_refused(p_code text) returns jsonb stable language sql as $$
  select jsonb_build_object('code', p_code, 'refused', true)
$$;
