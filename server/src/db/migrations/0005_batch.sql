-- Written twice per transfer, each time with a lock of its customer's row; customers are never deleted.
alter table notifications drop constraint notifications_customer_id_fkey;
