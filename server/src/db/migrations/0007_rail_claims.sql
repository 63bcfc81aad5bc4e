-- A transfer is claimed, and that committed, before its network is asked: no transaction is open while
-- the network thinks. claimed_until is a lease: a claim that nobody followed up runs out by itself.
alter table transfers add column claimed_until timestamptz;
alter table transfers add column tries int not null default 0; -- how often it was claimed
