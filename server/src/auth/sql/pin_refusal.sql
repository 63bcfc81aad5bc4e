-- Why a customer's PIN is not even looked at; null where it may be compared.
create or replace function pin_refusal(c customers, p_at timestamptz) returns text
stable language sql as $$
  select case
    when c.pin_hmac is null then 'pin_missing'
    when c.pin_tries_total >= approval_limit('pin_tries_total') then 'pin_dead'
    when c.pin_locked_until > p_at
      then 'pin_locked:' || ceil(extract(epoch from c.pin_locked_until - p_at))::int
  end
$$;
