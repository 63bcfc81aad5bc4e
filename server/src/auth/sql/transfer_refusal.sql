-- Why a customer may not send anything, whatever the order; null where they may. Transfers that are
-- switched off keep nobody from what comes in.
create or replace function transfer_refusal(c customers, p_incoming boolean) returns text
stable language sql as $$
  select coalesce(
    case
      when c.frozen_at is not null and p_incoming then 'frozen'
      when c.blocked or not p_incoming then standing_refusal(c)
    end,
    case when c.use_otp and c.lock_otp then 'otp_locked' end)
$$;
