-- By which rule a block of the search index was written. Those of before have names with their accents, and
-- are written anew when their account is searched: by the first search that finds them.
alter table search_blocks add column rule smallint not null default 1;
