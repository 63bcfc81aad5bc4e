import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres, installedDatabases } from '#testing/postgres-server.ts'
import { afterCommit, type Db, json, openPostgres, part } from './db.ts'
import { migrate, readMigrations } from './migrate.ts'

/** Runs as somebody who is in no transaction. */
const outside = AsyncLocalStorage.snapshot()

describe.each(installedDatabases())('on the %s database', async (database) => {
  const made = await makeDb({ database })
  const { db } = made
  afterAll(made.drop)

  test('every type is read the same way', async () => {
    const [row] = await db.sql`
      select 9007199254740993::int8 as big, array[1, null, 9007199254740993]::int8[] as bigs,
        7::int4 as small, 1.50::numeric as exact, 0.5::float8 as float, true as yes,
        '2024-02-29'::date as day, '2024-02-29 01:02:03.456+02'::timestamptz as moment,
        '{"a": [1, "x", null]}'::jsonb as body, array['a"b', 'c\\d', null, '', 'NULL'] as texts,
        array['2024-02-29']::date[] as days, '{{1,2},{3,4}}'::int4[] as grid, '\\x00ff'::bytea as bytes,
        null as nothing, '6f1f4a4e-0000-4000-8000-000000000001'::uuid as id, sum(2)::int8 as total`
    expect(row).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null, 9007199254740993n],
      small: 7,
      exact: '1.50',
      float: 0.5,
      yes: true,
      day: '2024-02-29',
      moment: new Date('2024-02-28T23:02:03.456Z'),
      body: { a: [1, 'x', null] },
      texts: ['a"b', 'c\\d', null, '', 'NULL'],
      days: ['2024-02-29'],
      grid: [
        [1, 2],
        [3, 4],
      ],
      bytes: Buffer.from([0, 255]),
      nothing: null,
      id: '6f1f4a4e-0000-4000-8000-000000000001',
      total: 2n,
    })
  })

  // asvs 1.2.4
  test('every type is sent the same way', async () => {
    const at = new Date('2024-02-29T01:02:03.456Z')
    const [row] = await db.sql`
      select ${9007199254740993n}::int8 as big, ${[1n, null]}::int8[] as bigs, ${7}::int4 as small,
        ${'1.50'}::numeric as exact, ${true}::bool as yes, ${'2024-02-29'}::date as day,
        ${at}::timestamptz as moment, ${json({ big: 1n, list: [1] })}::jsonb as body,
        ${['a"b', 'c\\d', null, '', 'NULL', '{}', ',']}::text[] as texts, ${null}::text as nothing,
        ${new Uint8Array([0, 255])}::bytea as bytes, ${[]}::int8[] as none`
    expect(row).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null],
      small: 7,
      exact: '1.50',
      yes: true,
      day: '2024-02-29',
      moment: at,
      body: { big: '1', list: [1] },
      texts: ['a"b', 'c\\d', null, '', 'NULL', '{}', ','],
      nothing: null,
      bytes: Buffer.from([0, 255]),
      none: [],
    })
  })

  test('a piece of a statement brings its values to its place, however deep', async () => {
    const inner = (n: number) => part`select ${n}::int4 as n, ${'x'}::text as t`
    const outer = (n: number) => part`select n + ${1}::int4 as n, t from (${inner(n)}) i`
    const ask = (n: number) =>
      db.sql`select ${'a'}::text as first, o.*, ${'z'}::text as last from (${outer(n)}) o`
    expect(await ask(1)).toEqual([{ first: 'a', n: 2, t: 'x', last: 'z' }])
    expect(await ask(41)).toEqual([{ first: 'a', n: 42, t: 'x', last: 'z' }])
    expect(await db.sql`select * from (${part`select 7::int4 as n`}) o`).toEqual([{ n: 7 }])
    expect(await db.sql`select * from (${part`select 8::int4 as n`}) o`).toEqual([{ n: 8 }])
  })

  // asvs 15.3.5
  test('what cannot be sent is refused before it is sent', async () => {
    await expect(db.sql`select ${Number.NaN}`).rejects.toThrow('NaN')
    await expect(db.sql`select ${undefined as unknown as null}`).rejects.toThrow('undefined')
  })

  test('using the database inside its own transaction is refused at once', async () => {
    await db.transaction(async (sql) => {
      await expect(db.sql`select 1`).rejects.toThrow('A transaction is open')
      await expect(db.transaction(async () => 1)).rejects.toThrow('A transaction is open')
      await expect(db.script('select 1')).rejects.toThrow('A transaction is open')
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    })
    expect(await db.sql`select 2 as two`).toEqual([{ two: 2 }])
  })

  test('a handle is of no use after its transaction', async () => {
    const kept = await db.transaction(async (sql) => sql)
    await expect(kept`select 1`).rejects.toThrow('has ended')
  })

  // asvs 2.3.3
  test('an error rolls everything back and the database goes on', async () => {
    await db.script('create table kept (a int primary key)')
    await expect(
      db.transaction(async (sql) => {
        await sql`insert into kept values (1)`
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await expect(
      db.transaction(async (sql) => {
        await sql`insert into kept values (1)`
        await sql`insert into kept values (1)`
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await db.sql`select * from kept`).toEqual([])
  })

  test('what no rollback takes back is done after the commit, or else not at all', async () => {
    const done: string[] = []
    const note = (word: string) => () => void done.push(word)
    await db.transaction(async (sql) => {
      afterCommit(sql, note('committed'))
      await sql`select 1`
      expect(done).toEqual([])
    })
    expect(done).toEqual(['committed'])
    const fails = db.transaction(async (sql) => {
      afterCommit(sql, note('rolled back'))
      throw new Error('changed my mind')
    })
    await expect(fails).rejects.toThrow('changed my mind')
    afterCommit(db.sql, note('outside'))
    expect(done).toEqual(['committed', 'outside'])
  })

  // The embedded database runs one transaction at a time: nobody is there to lock out.
  test.skipIf(database === 'embedded')(
    'a transaction that a deadlock ends runs again, and only its last run has an effect',
    async () => {
      let runs = 0
      const done: number[] = []
      const answer = await db.transaction(async (sql) => {
        runs += 1
        const run = runs
        afterCommit(sql, () => void done.push(run))
        if (run === 1) await sql`do $$ begin raise sqlstate '40P01'; end $$`
        return run
      })
      expect({ runs, answer, done }).toEqual({ runs: 2, answer: 2, done: [2] })
    },
  )

  // asvs 16.5.3
  test('a transaction whose failed statement was ignored is not acknowledged', async () => {
    await expect(
      db.transaction(async (sql) => {
        await sql`insert into kept values (5)`
        await sql`select 1 / 0`.catch(() => {})
      }),
    ).rejects.toThrow()
    expect(await db.sql`select * from kept where a = 5`).toEqual([])
  })

  test('transactions at the same time lose no update', async () => {
    await db.script('create table counted (n int8); insert into counted values (0)')
    const raise = () =>
      db.transaction(async (sql) => {
        const [row] = await sql<{ n: bigint }>`select n from counted for update`
        await sql`update counted set n = ${(row?.n ?? 0n) + 1n}`
      })
    await Promise.all(Array.from({ length: 30 }, raise))
    expect(await db.sql`select n from counted`).toEqual([{ n: 30n }])
  })

  test('a notification reaches the listener outside of any transaction', async () => {
    const heard: string[] = []
    const arrived = Promise.withResolvers<unknown>()
    const stop = await db.listen('news', (payload) => {
      heard.push(payload)
      arrived.resolve(db.sql`select 1`)
    })
    await db.transaction(async (sql) => {
      await sql`select pg_notify('news', ${'hello'})`
    })
    await arrived.promise
    await stop()
    await db.sql`select pg_notify('news', ${'too late'})`
    expect(heard).toEqual(['hello'])
  })

  test('migrations run once, in order, and notice tampering', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-migrations-'))
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
    const bring = () => migrate(db, { migrations: readMigrations(folder), functions: [] })
    await db.script('drop table schema_migrations; delete from schema_functions')
    write('0001_one.sql', 'create table one (a int); insert into one values (1);')
    write('0002_two.sql', 'create table two (a int); select 1 / 0;')
    await expect(bring()).rejects.toThrow('0002_two.sql failed: division by zero')
    expect(
      await db.sql`select to_regclass('one') is not null as one, to_regclass('two') as two`,
    ).toEqual([{ one: true, two: null }])
    write('0002_two.sql', 'create table two (a int)')
    const both = await Promise.all([bring(), bring()])
    expect(both.flat()).toEqual(['0002_two.sql'])
    write('0004_four.sql', 'create table four (a int)')
    expect(await bring()).toEqual(['0004_four.sql'])
    write('0003_three.sql', 'create table three (a int)')
    expect(await bring()).toEqual(['0003_three.sql'])
    write('0001_one.sql', 'create table one (a int8)')
    await expect(bring()).rejects.toThrow('0001_one.sql was changed')
    fs.rmSync(path.join(folder, '0001_one.sql'))
    await expect(bring()).rejects.toThrow('0001_one.sql was applied here, but')
    fs.rmSync(folder, { recursive: true })
  })
})

describe.skipIf(!findPostgres())('a PostgreSQL server', () => {
  test('that is away at the start is named, with the reason and the setting', async () => {
    await expect(openPostgres({ url: 'postgres://nobody@127.0.0.1:1/x' })).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1 cannot be reached: .*DATABASE_URL/,
    )
  })

  test('deadlocks are tried again; breaks, waiting and a full pool answer that the bank is busy', async () => {
    const made = await makeDb({ database: 'postgres', poolSize: 2 })
    const { db } = made
    await db.script(
      'create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)',
    )
    await Promise.all([raiseBoth(db, 1, 2), raiseBoth(db, 2, 1)])
    expect(await db.sql`select n from pair`).toEqual([{ n: 2 }, { n: 2 }])
    const busy = { code: 'unavailable' }
    await expect(db.sql`select pg_terminate_backend(pg_backend_pid())`).rejects.toMatchObject(busy)
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }])
    const waits = db.transaction(async (sql) => {
      await sql`select * from pair for update`
      await expect(outside(() => db.sql`update pair set n = 0`)).rejects.toMatchObject(busy)
    })
    await waits
    const narrow = await openPostgres({ url: made.url ?? '', poolSize: 1 })
    await narrow.transaction(async () => {
      await expect(outside(() => narrow.sql`select 1`)).rejects.toMatchObject(busy)
    })
    expect(await narrow.sql`select 1 as one`).toEqual([{ one: 1 }])
    await narrow.close()
    await made.drop()
  })
})

async function raiseBoth(db: Db, first: number, second: number) {
  await db.transaction(async (sql) => {
    await sql`update pair set n = n + 1 where id = ${first}`
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sql`update pair set n = n + 1 where id = ${second}`
  })
}
