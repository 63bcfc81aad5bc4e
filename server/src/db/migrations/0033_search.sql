-- Where in a long history a word can stand: of every 256 lines the hashes of what is in them. A row is
-- written once, after its last line and never by what posts money: only for an account whose holder
-- searches, and only where reading all its lines would take too long.
create table search_blocks (
  account_id bigint not null,
  block bigint not null, -- of the lines block * 256 + 1 to (block + 1) * 256
  keys int[] not null, -- by search_keys, with the account in each: another's lines share none
  primary key (account_id, block)
);
-- Hashes do not compress.
alter table search_blocks alter column keys set storage external;
create index search_blocks_keys on search_blocks using gin (keys);
