import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres, startPostgres } from '#testing/postgres-server.ts'
import { type Db, json, openPostgres } from './db.ts'
import { dump } from './dump.ts'
import { functionOf } from './functions.ts'
import { migrate, readMigrations } from './migrate.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-dump-'))
const migrations = path.join(folder, 'migrations')
fs.mkdirSync(migrations)
fs.writeFileSync(
  path.join(migrations, '0001_everything.sql'),
  `create table "Group"(id bigint generated always as identity primary key, name text not null);
   create table a_member(
     id bigint generated always as identity primary key,
     "group" bigint not null references "Group"(id), before bigint references a_member(id),
     words text, tags text[], grid int[][], data jsonb, bytes bytea, flag boolean, amount bigint,
     exact numeric, rough float8, day date, at timestamptz, span interval, key uuid,
     doubled bigint generated always as (amount * 2) stored
   );
   create table told(id bigint generated always as identity, what text);
   insert into "Group"(name) values ('made by the migration');
   insert into a_member("group", words) values (1, 'made by the migration');`,
)
fs.writeFileSync(path.join(migrations, '0002_more.sql'), 'create table nothing(a int);')
const functions = [
  functionOf(
    'refuse',
    `create or replace function refuse() returns trigger language plpgsql as $$
     begin raise exception 'kept'; end $$;
     create trigger a_member_kept before truncate on a_member for each statement
       execute function refuse();`,
  ),
  // Of a body in SQL the database asks at once for what it calls, and that comes after it.
  functionOf(
    'say',
    `create or replace function say(op text) returns text language sql as $$ select word_for(op) $$;`,
  ),
  functionOf(
    'tell',
    `create or replace function tell() returns trigger language plpgsql as $$
     begin insert into told(what) values (say(tg_op)); return null; end $$;
     create trigger a_member_told after insert on a_member for each row execute function tell();`,
  ),
  functionOf(
    'word_for',
    `create or replace function word_for(op text) returns text language sql as $$ select op $$;`,
  ),
]
const schema = { migrations: readMigrations(migrations), functions }

const awkward = [
  '',
  '\\',
  '\\N',
  '\\.',
  '\n\\.\n',
  'tab\there',
  'line\r\nline\nline\r',
  `'one' "two" $$three$$ $1 %s %I :name`,
  'ñ 🏦 \u2028 \u200f \u0001 \u007f',
  ' spaces ',
]

async function fill(db: Db) {
  for (const words of awkward) {
    const tags = [words, null, 'NULL', '{}', ',']
    await db.sql`
      insert into a_member("group", before, words, tags, grid, data, bytes, flag, amount, exact, rough,
        day, at, span, key)
      values (1, 1, ${words}, ${tags}, '{{1,2},{3,null}}',
        ${json({ [words]: [words, null, 1.5, true] })}, ${Buffer.from(words)}, true,
        ${9_007_199_254_740_993n}, 12345678901234567890.123456789, 0.1::float8 + 0.2::float8,
        '0044-03-15 BC', '1999-12-31 23:59:59.123456+05:45', '1 mon -2 days 03:04:05.5',
        '00112233-4455-6677-8899-aabbccddeeff')`
  }
  await db.sql`insert into a_member("group", amount) values (1, -1)`
}

async function contents(db: Db) {
  return db.transaction(async (sql) => {
    await sql`set local timezone = 'UTC'`
    const members = await sql`select a_member::text as row from a_member order by id`
    const others = await sql`
      select (select jsonb_agg(t order by id) from told t) as told,
        (select jsonb_agg(g order by id) from "Group" g) as groups,
        (select jsonb_agg(m order by version) from schema_migrations m) as migrations,
        (select jsonb_agg(f order by name collate "C") from schema_functions f) as functions`
    return { members, others }
  })
}

async function dumped(db: Db, file: string): Promise<number> {
  const target = path.join(folder, file)
  const { rows } = await dump(db, async (text) => fs.appendFileSync(target, text), schema)
  return rows
}

const bin = findPostgres()
const server = bin ? await startPostgres() : null
const source = await makeDb({ database: 'embedded', schema })
afterAll(async () => {
  await source.drop()
  await server?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

function restore(file: string, url: string) {
  const words = ['-X', '-f', path.join(folder, file), url]
  return spawnSync(path.join(bin ?? '', 'psql'), words, { encoding: 'utf8' })
}

async function emptyDatabase(name: string): Promise<string> {
  const admin = await openPostgres({ url: server?.url ?? '', poolSize: 1 })
  await admin.script(`create database ${name}`)
  await admin.close()
  return (server?.url ?? '').replace(/[^/]*$/, name)
}

describe.runIf(bin)('a dump', () => {
  test('brings every value to a PostgreSQL, from where it can go on', async () => {
    await fill(source.db)
    const rows = await dumped(source.db, 'first.sql')
    const url = await emptyDatabase('first')
    expect(restore('first.sql', url)).toMatchObject({ status: 0, stderr: '' })
    const db = await openPostgres({ url, poolSize: 1 })
    expect(await contents(db)).toEqual(await contents(source.db))
    expect(rows).toBe(1 + (awkward.length + 2) + (awkward.length + 1) + 2 + functions.length)
    // The schema is known, numbers go on, and triggers work again.
    expect(await migrate(db, schema)).toEqual([])
    const [told] = await db.sql<{ n: bigint }>`select count(*) as n from told`
    const [member] = await db.sql<{ id: bigint }>`
      insert into a_member("group") values (1) returning id`
    expect(member?.id).toBe(BigInt(awkward.length + 3))
    expect(await db.sql`select count(*) as n from told`).toEqual([{ n: (told?.n ?? 0n) + 1n }])
    await expect(db.script('truncate a_member')).rejects.toThrow('kept')

    // And from there to the next.
    await dumped(db, 'second.sql')
    const next = await emptyDatabase('second')
    expect(restore('second.sql', next)).toMatchObject({ status: 0, stderr: '' })
    const other = await openPostgres({ url: next, poolSize: 1 })
    expect(await contents(other)).toEqual(await contents(db))
    await db.close()
    await other.close()
  })

  test('is restored without a warning by an owner who is no superuser', async () => {
    await dumped(source.db, 'owned.sql')
    const url = new URL(await emptyDatabase('owned'))
    const admin = await openPostgres({ url: server?.url ?? '', poolSize: 1 })
    await admin.script('create role bank login')
    await admin.script('alter database owned owner to bank')
    await admin.close()
    url.username = 'bank'
    expect(restore('owned.sql', url.href)).toMatchObject({ status: 0, stderr: '' })
    const db = await openPostgres({ url: url.href, poolSize: 1 })
    expect(
      await db.sql`
      select count(*) > 0 as analyzed from pg_stats where tablename = 'a_member'`,
    ).toEqual([{ analyzed: true }])
    await db.close()
  })

  test('leaves a database alone that is not empty', async () => {
    const url = await emptyDatabase('taken')
    const db = await openPostgres({ url, poolSize: 1 })
    await db.script('create table "Group"(mine int); insert into "Group" values (7)')
    await dumped(source.db, 'third.sql')
    expect(restore('third.sql', url)).toMatchObject({ status: 3 })
    expect(await db.sql`select * from "Group"`).toEqual([{ mine: 7 }])
    expect(await db.sql`select 1 from pg_class where relname = 'a_member'`).toEqual([])
    await db.close()
  })
})

test('a dump of a database that other migrations made is refused', async () => {
  const whole = dump(source.db, async () => {})
  await expect(whole).rejects.toThrow('other migrations than this program has')
})

test('is of one moment, whatever happens while it is written', async () => {
  const { db, drop } = await makeDb({ schema })
  await db.sql`insert into a_member("group") select 1 from generate_series(1, 3000)`
  let text = ''
  const begun = Promise.withResolvers<void>()
  const writing = dump(
    db,
    async (some) => {
      text += some
      begun.resolve()
      await new Promise((done) => setTimeout(done, 5))
    },
    schema,
  )
  await begun.promise
  // On the embedded database this waits for the dump; on a server it does not, and is not in it.
  await db.sql`insert into told(what) values ('afterwards')`
  const { rows } = await writing
  expect(rows).toBe(1 + 3001 + 3000 + 2 + functions.length)
  expect(text).not.toContain('afterwards')
  await drop()
})
