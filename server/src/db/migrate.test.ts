import { expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import type { Db } from './db.ts'
import { functionOf } from './functions.ts'
import { migrate, mustBeOfThisVersion, type Schema } from './migrate.ts'

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
