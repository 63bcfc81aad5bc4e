-- Why a customer may not send anything, whatever the order; null where they may.
create or replace function transfer_refusal(c customers) returns text stable language sql as $$
  select coalesce(standing_refusal(c), case when c.use_otp and c.lock_otp then 'otp_locked' end)
$$;
