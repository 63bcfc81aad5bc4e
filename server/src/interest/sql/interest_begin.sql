-- Begins the interest of accounts in the statement that opens them, so that no writer can forget
-- it: with the day before any on which it could have been opened, in whatever zone.
create or replace function interest_begin() returns trigger language plpgsql as $$
begin
  insert into interest_accounts(account_id, account_type, currency, accrued_to, posted_to)
  select f.account_id, f.type, l.currency, d.before, d.before
  from fresh f join ledger_accounts l on l.id = f.account_id,
    lateral (select (l.opened_at at time zone 'UTC')::date - 2 as before) d;
  return null;
end $$;

create trigger accounts_earn after insert on accounts
  referencing new table as fresh for each statement execute function interest_begin();
