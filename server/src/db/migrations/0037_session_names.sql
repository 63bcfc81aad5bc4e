-- online
do $$
declare
  low text := '';
  high text;
begin
  loop
    select max(token_hash) into high
    from (select token_hash from sessions where token_hash > low order by token_hash limit 2000) next;
    exit when high is null;
    update sessions set public_id = gen_random_uuid()
    where token_hash > low and token_hash <= high and public_id is null;
    commit;
    low := high;
  end loop;
end $$;

alter table sessions drop constraint if exists sessions_public_id_key;

drop index concurrently if exists sessions_public_id;

create unique index concurrently sessions_public_id on sessions(public_id);

alter table sessions alter column public_id set not null,
  add constraint sessions_public_id_key unique using index sessions_public_id;
