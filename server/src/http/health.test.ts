import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { serveHealth } from './health.ts'
import { makeServer } from './server.ts'

const db = await testDb()

/** A server whose database does what the test says. */
async function door(ask: () => Promise<unknown>, isReady = () => true) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const app = makeServer({ log, trustedProxies: [] })
  serveHealth(app, { ask, isReady })
  await app.ready()
  const get = async (url: string) => {
    const reply = await app.inject({ method: 'GET', url })
    return { http: reply.statusCode, retry: reply.headers['retry-after'], body: reply.json() }
  }
  return { app, lines, get }
}

const well = { http: 200, retry: undefined, body: { status: 'success' } }
const { http, ...body } = refusedWith('unavailable', { data: { retryAfterSeconds: 2 } })
const away = { http, retry: '2', body }

test('a bank that is well says so, to anybody, as often as wanted, without a line in the log', async () => {
  const bank = await testBank(db)
  for (const url of ['/healthz', '/readyz']) {
    for (let count = 0; count < 50; count += 1) {
      const reply = await bank.app.inject({ method: count % 2 ? 'GET' : 'HEAD', url })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.body).toBe(count % 2 ? '{"status":"success"}' : reply.body)
    }
  }
  expect(bank.logged.filter((line) => line.includes('"level":30'))).toEqual([])
  await bank.stop()
})

test('a bank whose database is away or silent is alive, but not ready', async () => {
  for (const ask of [() => db.sql`select 1 / 0`, () => wait(60_000, undefined, { ref: false })]) {
    const { get, lines } = await door(ask)
    expect(await get('/healthz')).toEqual(well)
    expect(await get('/readyz')).toEqual(away)
    expect(lines).toEqual([])
  }
})

test('a bank that is stopping is not ready, whatever its database says', async () => {
  let ready = true
  const { app, get } = await door(
    () => db.sql`select 1`,
    () => ready,
  )
  expect(await get('/readyz')).toEqual(well)
  ready = false
  expect(await get('/readyz')).toEqual(away)
  expect(await get('/healthz')).toEqual(well)
  await app.close()
})

test('however many ask at once, the database is asked once', async () => {
  let asked = 0
  const held = Promise.withResolvers<void>()
  const { get } = await door(async () => {
    asked += 1
    await held.promise
  })
  const asking = Array.from({ length: 100 }, () => get('/readyz'))
  // One that waits for nothing and came after them: they all wait by now.
  expect(await get('/healthz')).toEqual(well)
  held.resolve()
  const replies = await Promise.all(asking)
  expect(replies.every(({ http }) => http === 200)).toBe(true)
  expect(asked).toBe(1)
  await get('/readyz')
  expect(asked).toBe(2)
})

test('a bank whose database takes no writes is alive, but not ready', async () => {
  // One connection, so that the setting is that of every question.
  const own = await makeDb({ poolSize: 1 })
  const bank = await testBank(own.db)
  const ready = async () => (await bank.app.inject('/readyz')).statusCode
  const readOnly = (value: 'on' | 'off') =>
    own.db.sql`select set_config('default_transaction_read_only', ${value}, false)`
  expect(await ready()).toBe(200)
  await readOnly('on')
  expect(await ready()).toBe(503)
  expect((await bank.app.inject('/healthz')).statusCode).toBe(200)
  await readOnly('off')
  expect(await ready()).toBe(200)
  await bank.stop()
  await own.drop()
})
