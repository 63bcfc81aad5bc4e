-- Why a customer may not send anything, whatever the order; null where they may. Transfers that are
-- switched off keep nobody from what comes in.
create or replace function transfer_refusal(c customers, p_incoming boolean) returns text
stable language sql as $$
  select coalesce(
    nullif(standing_refusal(c), case when p_incoming then 'transfers_off' end),
    case when c.use_otp and c.lock_otp then 'otp_locked' end)
$$;
