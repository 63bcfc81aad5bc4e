-- Notes that a code has come back that was mailed to a doubted address. It proves nothing, since a
-- code can be guessed in time, but somebody else's sign-up must not take the address from a
-- customer who reads it. With a former address the code went there.
create or replace function address_answers(c customers) returns void language plpgsql as $$
begin
  if c.former_email is null and address_is_doubted(c) then
    update customers set email_answers = true where id = c.id;
  end if;
end $$;
