-- An address that nobody has proven is free again after a day, and then its customer has none.
alter table customers alter column email_key drop not null;

-- Codes that were mailed to the address have come back, so somebody reads it for this customer, and it
-- is not free although nobody has proven it. Who was a customer before this was known keeps theirs.
alter table customers add column email_answers boolean not null default true;
alter table customers alter column email_answers set default false;

-- Whoever came in by a link in a mail has read the mailbox and need not know the password.
alter table sessions add column by_link boolean not null default false;
