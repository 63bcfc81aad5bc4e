-- A transfer inside the bank names the account that it pays. A server of the version before takes a
-- standing order into a pot for such a transfer and would hold money that nobody can settle: refused
-- here, it sets the date aside, and a server of this version pays it. Not checked again: every row has
-- its account.
alter table transfers
  add constraint transfers_inside check (rail <> 'inside' or to_account_id is not null) not valid;
