-- Writes down whom customers have paid: a customer, the statement line of the debit, and when, for
-- each payment. A null in place of a line is a payment that was not made.
create or replace function payees_paid(p_customers bigint[], p_lines jsonb[], p_ats timestamptz[])
returns void language plpgsql as $$
begin
  insert into paid_payees (customer_id, payee, first_paid_at)
  select u.customer, payee_key(u.line), u.at
  from unnest(p_customers, p_lines, p_ats) u(customer, line, at)
  where payee_key(u.line) is not null
  order by 1, 2 -- so that two at once wait for each other, and never in a circle
  on conflict do nothing;
end $$;
