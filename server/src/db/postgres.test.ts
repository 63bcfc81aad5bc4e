import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '#testing/postgres-server.ts'
import { causeOf } from './away.ts'
import { openPostgres, poolFigures } from './postgres.ts'
import { type Db, liftTimeLimit, type Sql } from './sql.ts'

const busy = { code: 'unavailable', data: { retryAfterSeconds: 2 } }

/**
 * A proxy that can fall silent: its connections stay open, and nothing passes over them any more. It can
 * also be slow to let new ones through, as a busy server is.
 */
async function startProxy(to: string) {
  const open: net.Socket[] = []
  let slowness = 0
  const proxy = net.createServer(async (near) => {
    await wait(slowness)
    const far = net.connect(Number(new URL(to).port), '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => into.destroy())
      from.pipe(into)
      open.push(from)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(to)
  url.port = String((proxy.address() as net.AddressInfo).port)
  return {
    url: url.href,
    fallSilent() {
      for (const socket of open) socket.unpipe().on('data', () => {})
    },
    beSlow(ms: number) {
      slowness = ms
    },
    stop: () => proxy.close(),
  }
}

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

  const silentIn: [string, (sql: Sql, fallSilent: () => void) => Promise<unknown>][] = [
    [
      'a statement, then the rollback',
      (sql, fallSilent) => {
        fallSilent()
        return sql`select 1`
      },
    ],
    [
      'a rollback',
      async (_, fallSilent) => {
        fallSilent()
        throw Object.assign(new Error('changed my mind'), busy)
      },
    ],
    ['a commit', async (_, fallSilent) => fallSilent()],
  ]

  test.each(silentIn)(
    'wait no longer in a transaction for a silent server: %s',
    async (_, work) => {
      const proxy = await startProxy(server.url)
      const db = await open({ url: proxy.url, statementTimeoutMs: 300, poolSize: 1 })
      const start = performance.now()
      await expect(db.transaction((sql) => work(sql, proxy.fallSilent))).rejects.toMatchObject(busy)
      expect(performance.now() - start).toBeGreaterThan(1_000)
      // A new connection has taken the place of the silent one.
      expect(await db.transaction((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
      proxy.stop()
    },
  )

  test('wait no longer for a silent server to begin a transaction', async () => {
    const proxy = await startProxy(server.url)
    const db = await open({ url: proxy.url, statementTimeoutMs: 300, poolSize: 1 })
    proxy.fallSilent()
    let begun = 0
    const work = async () => {
      begun += 1
    }
    await expect(db.transaction(work)).rejects.toMatchObject(busy)
    expect(begun).toBe(0)
    await db.transaction(work)
    expect(begun).toBe(1)
    proxy.stop()
  })

  test('refuse at once what follows a statement that was given up', async () => {
    const proxy = await startProxy(server.url)
    const db = await open({ url: proxy.url, statementTimeoutMs: 300, poolSize: 1 })
    const outcome = db.transaction(async (sql) => {
      proxy.fallSilent()
      await expect(sql`select 1`).rejects.toMatchObject(busy)
      const start = performance.now()
      await expect(sql`select 2`).rejects.toMatchObject(busy)
      expect(performance.now() - start).toBeLessThan(1_000)
    })
    await expect(outcome).rejects.toMatchObject(busy)
    proxy.stop()
  })

  test('leave it to a server that is alive to end a slow statement of a transaction', async () => {
    const db = await open({ statementTimeoutMs: 300 })
    const slow = db.transaction((sql) => sql`select pg_sleep(20)`)
    expect(causeOf(await slow.catch((error) => error))).toBe('57014')
  })

  test('wait for a slow statement of a transaction where its time limit is lifted', async () => {
    const db = await open({ statementTimeoutMs: 300 })
    const slow = db.transaction(async (sql) => {
      await liftTimeLimit(sql)
      return sql<{ slept: string }>`select pg_sleep(2)::text as slept`
    })
    expect(await slow).toEqual([{ slept: '' }])
    const next = db.transaction((sql) => sql`select pg_sleep(20)`)
    expect(causeOf(await next.catch((error) => error))).toBe('57014')
  })

  test('wait longer than the server does where timeouts are left to it', async () => {
    const url = new URL(server.url)
    url.searchParams.set('options', '-c statement_timeout=20s')
    const db = await open({ url: url.href, statementTimeoutMs: 0, lockTimeoutMs: 0 })
    // Longer than the preset and its grace.
    const slow = db.transaction((sql) => sql`select pg_sleep(6.5)::text as slept`)
    expect(await slow).toEqual([{ slept: '' }])
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

  test('are waited for longer by what changes the schema, which no customer waits for', async () => {
    const proxy = await startProxy(server.url)
    const db = await open({ url: proxy.url, connectTimeoutMs: 300, poolSize: 1 })
    proxy.beSlow(900)
    await db.alone('create table made_late(id int)')
    const [row] = await db.sql`select to_regclass('made_late')::text as made`
    expect(row).toEqual({ made: 'made_late' })
    proxy.stop()
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
