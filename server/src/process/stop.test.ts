import { once } from 'node:events'
import http from 'node:http'
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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
  })
  afterAll(() => home?.remove())

  const endOf = ({ child }: RunningBank) =>
    once(child, 'exit').then(([code, signal]) => ({ code, signal }))

  /** Holds up the requests for saved recipients, which no job of the bank asks for, until let go. */
  async function holdRecipients() {
    const client = new pg.Client({ connectionString: home.env.DATABASE_URL })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin; lock table beneficiaries in access exclusive mode')
    return {
      waiting: async () => {
        const { rows } = await client.query(
          "select from pg_locks where not granted and relation = 'beneficiaries'::regclass",
        )
        return rows.length
      },
      letGo: () => client.query('rollback'),
    }
  }

  const agent = new http.Agent({ keepAlive: true })
  function ask(
    url: string,
    path: string,
    token = 'x'.repeat(43),
  ): Promise<{ status?: number; connection?: string }> {
    const headers = { authorization: `Bearer ${token}` }
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
    // A busy machine is no failure: what is under way waits as long as the test.
    const patience = { LOCK_TIMEOUT_MS: '20000', STATEMENT_TIMEOUT_MS: '20000' }
    const bank = await startBank({ ...home.env, ...patience })
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

    const recipients = await holdRecipients()
    const underWay = ask(bank.url, '/api/beneficiaries', ada.token)
    await expect.poll(recipients.waiting).toBe(1)
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
    await recipients.letGo()
    expect(await underWay).toMatchObject({ status: 200 })
    expect(await end).toEqual({ code: 0, signal: null })
    unused.destroy()
  })

  test('says at once that it is not ready, and still answers while others turn away from it', async () => {
    const bank = await startBank({ ...home.env, DRAIN_SECONDS: '5' })
    await expect.poll(async () => (await fetch(`${bank.url}/readyz`)).status).toBe(200)
    const end = endOf(bank)
    bank.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${bank.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${bank.url}/healthz`)).status).toBe(200)
    expect((await ask(bank.url, '/api/init-user')).status).toBe(401)
    expect(await end).toEqual({ code: 0, signal: null })
  })

  test('ends at once when it is told again, but takes one wish passed on twice for one', async () => {
    const bank = await startBank({ ...home.env, DRAIN_SECONDS: '15' })
    const end = endOf(bank)
    bank.child.kill('SIGINT')
    bank.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${bank.url}/readyz`)).status).toBe(503)
    await wait(1_200)
    expect((await fetch(`${bank.url}/healthz`)).status).toBe(200)
    bank.child.kill('SIGTERM')
    expect(await end).toEqual({ code: 1, signal: null })
  })
})
