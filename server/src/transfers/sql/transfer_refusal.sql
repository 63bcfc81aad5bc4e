-- Why a customer may not send anything, whatever the order; null where they may.
create or replace function transfer_refusal(c customers) returns text stable language sql as $$
  select case
    when c.blocked or not c.allow_transfer then 'transfers_off'
    when c.use_otp and c.lock_otp then 'otp_locked'
  end
$$;
