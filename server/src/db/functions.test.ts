import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { installedDatabases } from '#testing/postgres-server.ts'
import { type Db, openPostgres } from './db.ts'
import { functionOf, readFunctions, type SqlFunction } from './functions.ts'
import { migrate, readSchema } from './migrate.ts'

const empty = { migrations: [], functions: [] }

const greet = (text: string) =>
  functionOf(
    'greet',
    `create or replace function greet() returns text language plpgsql as $$
     begin return '${text}'; end $$;`,
  )
const bring = (db: Db, ...functions: SqlFunction[]) => migrate(db, { migrations: [], functions })
const oidOf = (db: Db, name: string) =>
  db.sql<{ oid: number; signature: string }>`
    select oid, oid::regprocedure::text as signature from pg_proc where proname = ${name}`
const triggersOn = async (db: Db, table: string) => {
  const rows = await db.sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by 1`
  return rows.map(({ name }) => name)
}

describe.each(installedDatabases())('on the %s database', async (database) => {
  const made = await makeDb({ database, schema: empty })
  const { db } = made
  beforeEach(() => bring(db))
  afterAll(made.drop)

  test('functions come with the first start, and the next one finds nothing to do', async () => {
    expect(await bring(db, greet('hello'))).toEqual(['greet.sql'])
    expect(await db.sql`select greet() as said`).toEqual([{ said: 'hello' }])
    expect(await bring(db, greet('hello'))).toEqual([])
  })

  test('a changed one is replaced in its place, and the others are left alone', async () => {
    const other = functionOf(
      'other',
      'create or replace function other() returns int language sql as $$ select 1 $$;',
    )
    await bring(db, greet('hello'), other)
    const [before] = await oidOf(db, 'greet')
    const [untouched] = await db.sql`select * from schema_functions where name = 'other'`
    expect(await bring(db, greet('good day'), other)).toEqual(['greet.sql'])
    expect(await db.sql`select greet() as said`).toEqual([{ said: 'good day' }])
    expect(await oidOf(db, 'greet')).toEqual([before])
    expect(await db.sql`select * from schema_functions where name = 'other'`).toEqual([untouched])
  })

  test.each([
    ['another name of an argument', '(b int) returns int', 'b'],
    ['another type of an argument', '(a bigint) returns int', 'a::int'],
    ['one argument more', '(a int, b int) returns int', 'a + b'],
    ['another result', '(a int) returns text', 'a::text'],
    ['results in columns', '(a int, out b int, out c int)', 'a, a'],
  ])('%s leaves one function, the new one', async (_, head, body) => {
    const text = (head: string, body: string) =>
      functionOf(
        'change',
        `create or replace function change${head} language sql as $$ select ${body} $$;`,
      )
    await bring(db, text('(a int) returns int', 'a'))
    const [before] = await oidOf(db, 'change')
    await bring(db, text(head, body))
    const after = await oidOf(db, 'change')
    expect(after).toHaveLength(1)
    expect(after[0]?.oid).not.toBe(before?.oid)
    await bring(db, text('(a int) returns int', 'a'))
    expect(await db.sql`select change(7) as it`).toEqual([{ it: 7 }])
  })

  test('one that has no file any more is dropped, and nobody else’s is', async () => {
    await bring(db, greet('hello'))
    await db.script('create function mine() returns int language sql as $$ select 7 $$')
    expect(await bring(db)).toEqual(['greet dropped'])
    expect(await oidOf(db, 'greet')).toEqual([])
    expect(await db.sql`select mine() as mine`).toEqual([{ mine: 7 }])
    expect(await db.sql`select * from schema_functions`).toEqual([])
  })

  test('triggers are those of the files: changed, moved to another function, or gone', async () => {
    await db.script('create table watched (a int)')
    const watch = (name: string, ...triggers: string[]) =>
      functionOf(
        name,
        `create or replace function ${name}() returns trigger language plpgsql as $$
           begin new.a := new.a + 1; return new; end $$;
           ${triggers.map((one) => `create trigger ${one} before insert on watched for each row execute function ${name}();`).join('\n')}`,
      )
    await bring(db, watch('a_watch', 'one', 'two'), watch('b_watch'))
    expect(await triggersOn(db, 'watched')).toEqual(['one', 'two'])
    await db.script('insert into watched values (0)')
    await bring(db, watch('a_watch', 'three'), watch('b_watch', 'two'))
    expect(await triggersOn(db, 'watched')).toEqual(['three', 'two'])
    // The other way round too: what moved is made before its old owner comes.
    await bring(db, watch('a_watch', 'two'), watch('b_watch', 'three'))
    await bring(db, watch('b_watch', 'three'))
    expect(await triggersOn(db, 'watched')).toEqual(['three'])
    await db.script('insert into watched values (10)')
    expect(await db.sql`select a from watched order by a`).toEqual([{ a: 2 }, { a: 11 }])
  })

  test('a body may call what comes after it', async () => {
    const calling = functionOf(
      'a_caller',
      'create or replace function a_caller() returns text language sql as $$ select greet() $$;',
    )
    await bring(db, calling, greet('hello'))
    expect(await db.sql`select a_caller() as said`).toEqual([{ said: 'hello' }])
  })

  test('all of them or none: a broken one is named, and everything stays as it was', async () => {
    await bring(db, greet('hello'))
    const broken = functionOf(
      'zzz',
      'create or replace function zzz() returns nothing language sql as $$ select 1 $$;',
    )
    await expect(bring(db, greet('good day'), broken)).rejects.toThrow(
      'Function zzz failed: type "nothing" does not exist',
    )
    expect(await db.sql`select greet() as said`).toEqual([{ said: 'hello' }])
    expect(await bring(db, greet('hello'))).toEqual([])
  })

  test('of several that start at once one does the work', async () => {
    const { url } = made
    const others = await Promise.all(
      url ? [openPostgres({ url, poolSize: 1 }), openPostgres({ url, poolSize: 1 })] : [],
    )
    const schema = readSchema()
    const files = [
      ...schema.migrations.map(({ name }) => name),
      ...schema.functions.map(({ name }) => `${name}.sql`),
    ]
    const applied = await Promise.all([db, db, ...others].map((each) => migrate(each, schema)))
    expect(applied.flat().sort()).toEqual(files.sort())
    const changed = await Promise.all(
      [db, db, ...others].map((each) =>
        migrate(each, { ...schema, functions: [...schema.functions, greet('hello')] }),
      ),
    )
    expect(changed.flat()).toEqual(['greet.sql'])
    for (const other of others) await other.close()
  })
})

test('files are read by the folder they are in, each with the one function of its name', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-functions-'))
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  write('b/sql/one.sql', greet('one').text.replace('greet', 'one'))
  write('a/sql/two.sql', greet('two').text.replace('greet', 'two'))
  write('a/other.ts', '')
  write('root.ts', '')
  expect(readFunctions(root).map(({ name }) => name)).toEqual(['one', 'two'])
  write('a/sql/one.sql', greet('one').text.replace('greet', 'one'))
  expect(() => readFunctions(root)).toThrow('Two files have the function one')
  write('a/sql/one.sql', greet('another').text)
  expect(() => readFunctions(root)).toThrow('one.sql must create or replace the function one')
  write('a/sql/one.sql', `${greet('one').text.replace('greet', 'one')}\n${greet('two').text}`)
  expect(() => readFunctions(root)).toThrow('and no other')
  fs.rmSync(root, { recursive: true })
})
