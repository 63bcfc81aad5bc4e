-- Whether somebody else may have the address of a customer: it is doubted, and has been this
-- customer's for a day. former_email_until is three days after the last change.
create or replace function address_is_free(c customers, p_at timestamptz) returns boolean
stable language sql as $$
  select address_is_doubted(c) and p_at >=
    greatest(c.created_at, c.former_email_until - interval '3 days') + interval '1 day'
$$;
