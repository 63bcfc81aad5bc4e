-- Whether a customer has paid this payee (see payee_key) for the first time before a moment: money
-- has really gone there, not only been ordered.
create or replace function payee_is_known(p_customer bigint, p_payee text,
  p_before timestamptz default 'infinity')
returns boolean stable language plpgsql as $$
begin
  return exists (
    select from paid_payees
    where customer_id = p_customer and payee = p_payee and first_paid_at < p_before);
end $$;
