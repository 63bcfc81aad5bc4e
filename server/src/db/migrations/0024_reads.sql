-- online
-- What is looked up by customer or account in tables that grow with the bank.
drop index concurrently if exists login_codes_customer;

create index concurrently login_codes_customer on login_codes(customer_id);

drop index concurrently if exists support_messages_customer;

create index concurrently support_messages_customer on support_messages(customer_id);

drop index concurrently if exists cards_account;

create index concurrently cards_account on cards(account_id);

-- What still waits on an account, whatever the length of its history.
drop index concurrently if exists transactions_waiting;

create index concurrently transactions_waiting on transactions(account_id)
  where state = 'pending';
