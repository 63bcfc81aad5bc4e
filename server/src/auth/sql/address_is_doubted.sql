-- Whether nothing says that a customer reads the mail at their address: nobody has proven it, and
-- no code that was mailed there has come back.
create or replace function address_is_doubted(c customers) returns boolean
stable language sql as $$
  select c.email <> '' and not c.email_verified and not c.email_answers
    and not (c.former_email_verified and c.former_email = c.email)
$$;
