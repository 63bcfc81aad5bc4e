-- Why nothing goes out of a customer's accounts, whatever the way; null where it may.
create or replace function standing_refusal(c customers) returns text stable language sql as $$
  select case
    when c.blocked or not c.allow_transfer then 'transfers_off'
    when c.frozen_at is not null then 'frozen'
  end
$$;
