-- What is looked up by customer or account in tables that grow with the bank.
create index login_codes_customer on login_codes(customer_id);
create index support_messages_customer on support_messages(customer_id);
create index cards_account on cards(account_id);
-- What still waits on an account, whatever the length of its history.
create index transactions_waiting on transactions(account_id) where state = 'pending';
