-- A passkey's approval of a bill stays with the bill, whatever of it is paid and when. The index leads
-- from a payment's receipt to it: the customer's approved bills, then the payments of each.
alter table passkey_approvals add column bill_id bigint references bills(id);
create unique index passkey_approvals_bill on passkey_approvals(customer_id, bill_id)
  where bill_id is not null;
