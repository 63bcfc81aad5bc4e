-- What breaks is set aside and tried again after a wait that grows: how often in a row it has broken.
alter table bills add column stuck int not null default 0;
alter table loan_instalments add column stuck int not null default 0,
  add column next_try_at timestamptz;
