-- The security log stays as it was written: a thief must not be able to tidy up.
create or replace function security_events_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end $$;

create trigger security_events_fixed before update or delete on security_events
  for each row execute function security_events_refuse_change();
create trigger security_events_kept before truncate on security_events
  for each statement execute function security_events_refuse_change();
