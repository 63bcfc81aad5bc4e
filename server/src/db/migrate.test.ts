import { describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres, installedDatabases } from '#testing/postgres-server.ts'
import { type Db, openPostgres } from './db.ts'
import { functionOf } from './functions.ts'
import { migrate, mustBeOfThisVersion, readSchema, type Schema } from './migrate.ts'

const step = (version: number, text = `create table t${version}(id int)`) => {
  const name = `000${version}_t${version}.sql`
  return { version, name, text, sha256: text }
}
const greet = (text: string) =>
  functionOf(
    'greet',
    `create or replace function greet() returns text language sql as $$ select '${text}' $$;`,
  )
const schema: Schema = { migrations: [step(1), step(2)], functions: [greet('hello')] }

/** What the command line of a program with this schema says to the database. */
const judged = (db: Db, own: Schema) =>
  mustBeOfThisVersion(db, own).then(
    () => 'fine',
    (error: Error) => error.message,
  )
const everything = ({ sql }: Db) =>
  sql`select name, sha256 from schema_migrations union all select name, sha256 from schema_functions`

test('the command line works on its own version alone, and changes nothing', async () => {
  const { db, drop } = await makeDb({ schema })
  const before = await everything(db)
  expect(await judged(db, schema)).toBe('fine')
  const newer = { ...schema, migrations: [...schema.migrations, step(3)] }
  expect(await judged(db, newer)).toContain(
    'older or another version than this program: 0003_t3.sql',
  )
  const older = { ...schema, migrations: [step(1)] }
  expect(await judged(db, older)).toContain('newer version than this program: it has 0002_t2.sql')
  const edited = { ...schema, migrations: [step(1), step(2, 'create table other(id int)')] }
  expect(await judged(db, edited)).toContain('0002_t2.sql differs')
  for (const functions of [[], [greet('bye')], [greet('hello'), functionOf('two', twoText)]]) {
    expect(await judged(db, { ...schema, functions })).toMatch(/: (greet|two) differs/)
  }
  expect(await everything(db)).toEqual(before)
  // What a server of the newer version does at its start, or `migrate`.
  expect(await migrate(db, newer)).toEqual(['0003_t3.sql'])
  expect(await judged(db, newer)).toBe('fine')
  expect(await judged(db, schema)).toContain('it has 0003_t3.sql')
  await drop()
})

const twoText = 'create or replace function two() returns int language sql as $$ select 2 $$;'

test('a database without a bank is told of, and stays empty', async () => {
  const { db, drop } = await makeDb({ schema: { migrations: [], functions: [] } })
  await db.script('drop table schema_migrations; drop table schema_functions')
  expect(await judged(db, schema)).toBe(
    'This database holds no bank yet: start the server of this version, or say npm run bank -- migrate.',
  )
  expect(await db.sql`select to_regclass('schema_migrations')::text as made`).toEqual([
    { made: null },
  ])
  await drop()
})

const online = (version: number, text: string) => step(version, `-- online\n${text}`)
const indexes = ({ sql }: Db) => sql`
  select i.indexrelid::regclass::text as name, i.indisvalid as valid from pg_index i
  join pg_class c on c.oid = i.indrelid where c.relname = 't1' order by 1`

describe.each(installedDatabases())('an online migration, %s', (database) => {
  test('is run from its first statement again where it broke off', async () => {
    const { db, drop } = await makeDb({
      database,
      schema: { migrations: [step(1)], functions: [] },
    })
    await db.script('insert into t1 values (1), (1)')
    const text = `drop index concurrently if exists once;

create unique index concurrently once on t1(id);

drop index concurrently if exists two;

create index concurrently two on t1(id);`
    const both = { migrations: [step(1), online(2, text)], functions: [] }
    await expect(migrate(db, both)).rejects.toThrow('0002_t2.sql failed')
    await db.script('truncate t1')
    expect(await migrate(db, both)).toEqual(['0002_t2.sql'])
    expect(await indexes(db)).toEqual([
      { name: 'once', valid: true },
      { name: 'two', valid: true },
    ])
    await drop()
  })
})

describe.skipIf(!findPostgres())('on a PostgreSQL server', () => {
  test('an index is built beside those who write, once by all who start at the same time', async () => {
    const first = { migrations: [step(1)], functions: [] }
    const { db, url = '', drop } = await makeDb({ database: 'postgres', schema: first })
    const other = await openPostgres({ url })
    const text = `drop index concurrently if exists one;

create index concurrently one on t1(id);`
    const schema = { migrations: [step(1), online(2, text)], functions: [] }
    const { promise: told, resolve: end } = Promise.withResolvers<void>()
    // A transaction that is under way: the building waits for it, and nobody waits for the building.
    const started = Promise.withResolvers<void>()
    const slow = other.transaction(async (sql) => {
      await sql`insert into t1 values (1)`
      started.resolve()
      await told
    })
    await started.promise
    const building = Promise.all([migrate(db, schema), migrate(other, schema)])
    const isBuilt = async () => (await indexes(db)).length > 0
    while (!(await isBuilt())) await new Promise((again) => setTimeout(again, 20))
    await db.sql`insert into t1 values (2)`
    expect(await indexes(db)).toEqual([{ name: 'one', valid: false }])
    end()
    await slow
    expect((await building).flat()).toEqual(['0002_t2.sql'])
    expect(await indexes(db)).toEqual([{ name: 'one', valid: true }])
    await other.close()
    await drop()
  })

  test('an index that a killed process has left building ends in no failed start', async () => {
    const first = { migrations: [step(1)], functions: [] }
    const { db, url = '', drop } = await makeDb({ database: 'postgres', schema: first })
    const killed = await openPostgres({ url })
    const { promise: told, resolve: end } = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const slow = db.transaction(async (sql) => {
      await sql`insert into t1 values (1)`
      started.resolve()
      await told
    })
    await started.promise
    const build = 'create index concurrently one on t1(id)'
    const left = killed.alone(build).catch((error: { code?: string }) => error.code)
    const waiting = async () => {
      const rows = await db.sql`
        select query from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query ilike '%index concurrently%'`
      return rows.length
    }
    await expect.poll(waiting, { interval: 10 }).toBe(1)
    const text = `drop index concurrently if exists one;\n\n${build};`
    const migrating = migrate(db, { migrations: [step(1), online(2, text)], functions: [] })
    await expect.poll(waiting, { interval: 10 }).toBe(2)
    // Each of both waits for the other now, and the server ends one of them.
    end()
    await slow
    expect(await migrating).toEqual(['0002_t2.sql'])
    expect([undefined, '40P01']).toContain(await left)
    expect(await indexes(db)).toEqual([{ name: 'one', valid: true }])
    await killed.close()
    await drop()
  })
})

test('a bank that had a migration before it was divided has had its parts', async () => {
  const { db, drop } = await makeDb()
  const before = await everything(db)
  // The checksums of what was landed first.
  await db.script(`delete from schema_migrations where version in (18, 19, 26, 37, 38, 39);
    update schema_migrations m set sha256 = f.sha256 from (values
      (9, '6a80bf3dd037723f4685a7000f02c08a10b1dc99cd6227be5bd268ba0a3f1a26'),
      (10, 'd60e36053f8a85f128f3299d6ccf561e7dd22aacc67c75ba4e5cb4d197f27a5f'),
      (23, '37c693164842a2348ccfa14508e769b0de389d648d936d5f3634ce6227709e12'),
      (24, '7722ca93709ae14f2b08056b752700fa33a620b0537b04b5efa59ace2a09c1df'),
      (28, '93b9f0c515d56725ef1356ca748759615cc154742cfd33a71635bf9a9c2780c9'),
      (20, 'a7194be22e9c57e12503cf900f34e5ea090f8cb313a33394c10f39aa55a9e926')
    ) f(version, sha256) where m.version = f.version`)
  expect(await judged(db, readSchema())).toContain('older or another version')
  expect(await migrate(db)).toEqual([])
  expect(await judged(db, readSchema())).toBe('fine')
  expect(new Set(await everything(db))).toEqual(new Set(before))
  await drop()
})
