-- Counts each customer's first wrong PIN of a batch and answers it in its place; null in all
-- others. From then on that customer has a wrong try, so none of their other orders is ordinary: a
-- batch is no way to compare more PINs than are counted.
create or replace function batch_wrong_pins(p jsonb) returns jsonb[] language plpgsql as $$
declare
  answers jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p)]); guess record;
begin
  for guess in
    select distinct on (r.customer) e.n::int as place, r.*, approval_now(e.o) as now
    from jsonb_array_elements(p) with ordinality e(o, n),
      jsonb_to_record(e.o) r(customer bigint, once_key text, pin_hmac text)
      cross join lateral (select k as c from customers k where id = r.customer limit 1) known
    where not hmac_fits((c).pin_hmac, r.pin_hmac) and pin_refusal(c, approval_now(e.o)) is null
      -- By the customer who was found, and so only for a wrong PIN: not for every order before it.
      and not pin_has_tries(c) and (
        select at from ledger_keys where owner_id = (c).id and once_key = r.once_key limit 1
      ) is null
      and not ledger_key_is_old((c).id, r.once_key)
    order by r.customer, e.n
  loop
    answers[guess.place] :=
      order_refused(approve_pin(guess.customer, guess.pin_hmac, guess.now));
  end loop;
  return answers;
end $$;
