-- Why legs are no entry: they do not sum to zero in every currency. Null where they do.
create or replace function ledger_sum_refusal(p_currencies text[], p_amounts bigint[])
returns text immutable language plpgsql as $$
begin
  perform from unnest(p_currencies, p_amounts) u(currency, amount)
  group by u.currency having sum(u.amount) <> 0;
  if not found then return null; end if;
  return case when p_currencies[1] = all(p_currencies) then 'bad_amount'
    else 'currency_mismatch' end;
end $$;
