import { once } from 'node:events'
import http from 'node:http'
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '#testing/postgres-server.ts'
import { makeCustomer } from '../../../experiments/lib/bank-client.ts'
import {
  type Home,
  makeHome,
  type RunningBank,
  startBank,
} from '../../../experiments/lib/bank-server.ts'

describe.skipIf(!findPostgres())('a server process that is told to stop', () => {
  let home: Home
  beforeAll(async () => {
    home = await makeHome('postgres')
  }, 60_000)
  afterAll(() => home?.remove(), 60_000)

  const endOf = ({ child }: RunningBank) =>
    once(child, 'exit').then(([code, signal]) => ({ code, signal }))

  /** Holds up every request that asks for a session, until it is let go. */
  async function holdSessions() {
    const client = new pg.Client({ connectionString: home.env.DATABASE_URL })
    await client.connect()
    await client.query('begin; lock table sessions in access exclusive mode')
    return {
      waiting: async () => {
        const { rows } = await client.query(
          "select from pg_locks where not granted and relation = 'sessions'::regclass",
        )
        return rows.length
      },
      letGo: () => client.end(),
    }
  }

  const agent = new http.Agent({ keepAlive: true })
  function ask(url: string, path: string): Promise<{ status?: number; connection?: string }> {
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
    return new Promise((resolve, reject) => {
      const request = http.get(`${url}${path}`, { headers, agent }, (reply) => {
        reply.resume().once('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            connection: reply.headers.connection ?? '',
          }),
        )
      })
      request.once('error', reject)
    })
  }

  test('answers what it has accepted, takes nothing new, ends what only waits, and ends well', async () => {
    const bank = await startBank(home.env)
    const ada = await makeCustomer(bank, 'ada')
    const { port } = new URL(bank.url)
    // A connection that was used, one that never is, and a stream that has no end.
    await ask(bank.url, '/healthz')
    const unused = createConnection(Number(port), '127.0.0.1')
    await once(unused, 'connect')
    const headers = { authorization: `Bearer ${ada.token}` }
    const stream = http.get(`${bank.url}/api/events`, { headers, agent: false })
    const [events] = (await once(stream, 'response')) as [http.IncomingMessage]
    const streamEnded = once(events.resume(), 'end')

    const sessions = await holdSessions()
    const underWay = ask(bank.url, '/api/init-user')
    await expect.poll(sessions.waiting).toBe(1)
    const end = endOf(bank)
    bank.child.kill('SIGTERM')
    await streamEnded
    await expect
      .poll(() =>
        fetch(`${bank.url}/healthz`).then(
          () => 'taken',
          (error) => error.cause?.code,
        ),
      )
      .toBe('ECONNREFUSED')
    await sessions.letGo()
    // The session is nobody's; what matters is that the bank looked it up.
    expect(await underWay).toMatchObject({ status: 401 })
    expect(await end).toEqual({ code: 0, signal: null })
    unused.destroy()
  }, 60_000)

  test('says at once that it is not ready, and still answers while others turn away from it', async () => {
    const bank = await startBank({ ...home.env, DRAIN_SECONDS: '2' })
    expect((await fetch(`${bank.url}/readyz`)).status).toBe(200)
    const end = endOf(bank)
    bank.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${bank.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${bank.url}/healthz`)).status).toBe(200)
    expect((await ask(bank.url, '/api/init-user')).status).toBe(401)
    expect(await end).toEqual({ code: 0, signal: null })
  }, 60_000)

  test('ends at once when it is told again, but takes one wish passed on twice for one', async () => {
    const bank = await startBank({ ...home.env, DRAIN_SECONDS: '15' })
    const end = endOf(bank)
    bank.child.kill('SIGINT')
    bank.child.kill('SIGTERM')
    await wait(1_200)
    expect((await fetch(`${bank.url}/healthz`)).status).toBe(200)
    bank.child.kill('SIGTERM')
    expect(await end).toEqual({ code: 1, signal: null })
  }, 60_000)
})
