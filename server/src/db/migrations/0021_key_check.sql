-- Which SECRET_KEY the bank is under: a process with another one would find every PIN wrong, and lock it.
create table key_check (
  only_one boolean primary key default true check (only_one),
  hmac text not null,   -- of a fixed text; nothing of the key can be told from it
  since timestamptz not null
);
