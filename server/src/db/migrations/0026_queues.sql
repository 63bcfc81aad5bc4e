-- online
-- Queues and clean-up whose cost does not grow with what has piled up.

-- Mail: the urgent first, and what has run out without a look at all that waits.
drop index concurrently if exists mails_next;

create index concurrently mails_next on mails(urgent desc, next_try_at, id)
  where sent_at is null and failed_at is null;

drop index concurrently if exists mails_expiring;

create index concurrently mails_expiring on mails(expires_at)
  where sent_at is null and failed_at is null and expires_at is not null;

drop index concurrently if exists mails_due;

-- The order in which interest is charged, and a customer's own loans.
drop index concurrently if exists loan_instalments_next;

create index concurrently loan_instalments_next on loan_instalments(due_on, loan_id)
  where charged_at is null;

drop index concurrently if exists loan_instalments_due;

drop index concurrently if exists loans_customer;

create index concurrently loans_customer on loans(customer_id, id);

-- What clean-up looks for.
drop index concurrently if exists sessions_expiring;

create index concurrently sessions_expiring on sessions(expires_at);

drop index concurrently if exists login_codes_expiring;

create index concurrently login_codes_expiring on login_codes(expires_at);

drop index concurrently if exists transfer_codes_expiring;

create index concurrently transfer_codes_expiring on transfer_codes(expires_at);

drop index concurrently if exists links_expiring;

create index concurrently links_expiring on links(expires_at);

drop index concurrently if exists attempts_ending;

create index concurrently attempts_ending on attempts(ends_at);
