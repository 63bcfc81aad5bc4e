import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '#testing/postgres-server.ts'
import { openPostgres, poolFigures } from './postgres.ts'
import type { Db } from './sql.ts'

const busy = { code: 'unavailable', data: { retryAfterSeconds: 2 } }

describe.skipIf(!findPostgres())('connections to a PostgreSQL server', () => {
  let server: PostgresServer
  const opened: Db[] = []
  const open = async (options: Partial<Parameters<typeof openPostgres>[0]> = {}) => {
    const db = await openPostgres({ url: server.url, ...options })
    opened.push(db)
    return db
  }
  beforeAll(async () => {
    server = (await startPostgres()) as PostgresServer
  })
  afterAll(async () => {
    for (const db of opened) await db.close()
    await server?.stop()
  })

  const settingOf = async (db: Db, name: string) => {
    const [row] = await db.sql<{ value: string }>`select current_setting(${name}) as value`
    return row?.value
  }

  test('wait no longer than they are told to, each of them', async () => {
    const db = await open({ statementTimeoutMs: 300, lockTimeoutMs: 200, poolSize: 3 })
    // Together they need all three connections, so none is without the timeouts.
    const slow = () => db.sql`select pg_sleep(20)`
    await Promise.all([1, 2, 3].map(() => expect(slow()).rejects.toMatchObject(busy)))
    expect(await settingOf(db, 'lock_timeout')).toBe('200ms')
    expect(await settingOf(db, 'idle_in_transaction_session_timeout')).toBe('30s')
  })

  test('leave timeouts to the server where they are told to', async () => {
    const db = await open({ statementTimeoutMs: 0, lockTimeoutMs: 0 })
    for (const name of ['statement_timeout', 'lock_timeout'])
      expect(await settingOf(db, name)).toBe('0')
    expect(await settingOf(db, 'idle_in_transaction_session_timeout')).toBe('0')
  })

  test('are queued for by so many, and the next is refused at once', async () => {
    const db = await open({ poolSize: 2, poolQueue: 3, connectTimeoutMs: 20_000 })
    const ask = async () => {
      try {
        await db.sql`select pg_sleep(0.2)`
        return 'served'
      } catch (error) {
        expect(error).toMatchObject(busy)
        return 'refused'
      }
    }
    await Promise.all([db.sql`select 1`, db.sql`select 1`])
    const outcomes = await Promise.all(Array.from({ length: 9 }, ask))
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
    expect({ served: count('served'), refused: count('refused') }).toEqual({
      served: 5,
      refused: 4,
    })
    expect(poolFigures(db)).toMatchObject({ total: 2, idle: 2, waiting: 0, refusedAtOnce: 4 })
  })

  test('are waited for no longer than two seconds', async () => {
    const db = await open({ poolSize: 1 })
    const holds = db.sql`select pg_sleep(3)`
    await expect(db.sql`select 1`).rejects.toMatchObject(busy)
    expect(poolFigures(db)).toMatchObject({ refusedAtOnce: 0, refusedLate: 1 })
    await holds
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('listen past a pooler where they are told to', async () => {
    const direct = new URL(server.url)
    direct.searchParams.set('application_name', 'past the pooler')
    const db = await open({ listenUrl: direct.href })
    const heard: string[] = []
    await db.listen('news', (payload) => heard.push(payload))
    await db.sql`select pg_notify('news', 'from here')`
    await expect.poll(() => heard).toEqual(['from here'])
    expect(
      await db.sql`select query from pg_stat_activity where application_name = 'past the pooler'`,
    ).toEqual([{ query: expect.stringContaining('listen') }])
  })

  test('are not opened where news is listened for in another database', async () => {
    const other = new URL(server.url)
    other.pathname = '/template1'
    await expect(open({ listenUrl: other.href })).rejects.toThrow(
      'LISTEN_DATABASE_URL leads to another database than DATABASE_URL. Correct it or leave it out.',
    )
  })

  test.each(['fast', 'kill'] as const)(
    'survive a %s stop of the server: refused, then served, and listening again',
    async (how) => {
      const db = await open()
      const heard: string[] = []
      let back = 0
      await db.listen(
        'news',
        (payload) => heard.push(payload),
        () => {
          back += 1
        },
      )
      const underWay = db.sql`select pg_sleep(4)`
      const cut = expect(underWay).rejects.toMatchObject(busy)
      await wait(100)
      await server.halt(how)
      await cut
      await expect(db.sql`select 1`).rejects.toMatchObject(busy)
      await expect(db.transaction((sql) => sql`select 1`)).rejects.toMatchObject(busy)
      await server.start()
      expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }])
      // The listener comes back by itself; until then news is lost.
      await expect
        .poll(async () => {
          await db.sql`select pg_notify('news', 'back')`
          return heard[0]
        })
        .toBe('back')
      expect(back).toBe(1)
    },
  )
})
