-- How business time stands against real time: one row for all processes. A demonstration moves it
-- ahead, never back. While days are being passed it stands at a moment of one of them, on its way to
-- until_at; who passes them has a lease, so that another goes on where they died.
create table bank_clock (
  one boolean primary key default true check (one),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0),
  stands_at timestamptz,
  from_at timestamptz,
  until_at timestamptz,
  days int check (days > 0),
  passer text,
  leased_until timestamptz,
  check (num_nulls(stands_at, from_at, until_at, days) in (0, 4)),
  check (stands_at >= from_at and stands_at <= until_at)
);
insert into bank_clock default values;
