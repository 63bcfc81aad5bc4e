-- online
alter table customers drop constraint if exists customers_username_skeleton_key;

drop index concurrently if exists customers_username_skeleton;

create unique index concurrently customers_username_skeleton on customers(username_skeleton);

alter table customers add constraint customers_username_skeleton_key
  unique using index customers_username_skeleton;

-- As auth/look-alikes.ts does it. Of names that look alike already only the first has one.
do $$
declare
  low bigint := 0;
  high bigint;
begin
  loop
    select max(id) into high
    from (select id from customers where id > low order by id limit 2000) next;
    exit when high is null;
    update customers c set username_skeleton = s.skeleton
    from (
      select distinct on (skeleton) id, skeleton from (
        select id, translate(username_key,
          'авсԁеёғһніїјкӏмпорԛгѕтуүѵԝхαβεζηικμνορτυχγω',
          'abcdeefhhiijklmnopqrstyyvwxabezhikmnoptyxyw') as skeleton
        from customers where id > low and id <= high and username_skeleton is null) looks
      order by skeleton, id) s
    where c.id = s.id
      and not exists (select from customers other where other.username_skeleton = s.skeleton);
    commit;
    low := high;
  end loop;
end $$;
