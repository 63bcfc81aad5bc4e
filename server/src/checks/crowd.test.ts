import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listening } from '#testing/raw-http.ts'
import { recording } from '#testing/recording-db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// One customer asks for costly things on many connections, while another opens a page.
const said: string[] = []
const connections = 150
const t = await testBank(recording(await testDb(), said), {
  config: { requestsAtOnce: { session: 4, network: 16 } },
})
const port = await listening(t.app)
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
afterAll(() => {
  agent.destroy()
  return t.stop()
})

let greedy: TestCustomer
let honest: TestCustomer
let line: string
beforeAll(async () => {
  ;[greedy, honest] = [await t.customer({ balance: '5.00' }), await t.customer()]
  for (let nth = 0; nth < 20; nth += 1) await t.fund(greedy, '1.00')
  const [newest] = await t.bank.db.sql<{ id: string }>`
    select id from transactions where account_id = ${greedy.account.id} order by line desc limit 1`
  line = newest?.id ?? ''
})

function ask(path: string, { token }: TestCustomer, localAddress: string): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}` }
    const options = { port, host: '127.0.0.1', path: `/api/${path}`, localAddress, headers, agent }
    const request = http.get(options, (reply) => {
      reply.resume()
      reply.once('end', () => done(reply.statusCode ?? 0))
    })
    request.once('error', fail)
  })
}

// shows D168
test.each([
  ['exports', () => `export/${greedy.account.publicId}?format=csv`, '127.0.0.2'],
  [
    'exports, from the same network',
    () => `export/${greedy.account.publicId}?format=csv`,
    '127.0.0.1',
  ],
  ['totals of a payee', () => `payee-total/${line}`, '127.0.0.2'],
  ['explanations', () => `explain?figure=balance&account=${greedy.account.publicId}`, '127.0.0.2'],
  ['pages', () => 'init-user', '127.0.0.2'],
])(
  '%s on many connections of one session keep no page of another waiting',
  async (_, path, from) => {
    let came = 0
    const count = () => {
      came += 1
    }
    t.app.server.on('request', count)
    const heard: Record<number, number> = {}
    const crowd = Array.from({ length: connections }, async () => {
      const status = await ask(path(), greedy, from)
      heard[status] = (heard[status] ?? 0) + 1
    })
    await expect.poll(() => came, { interval: 1 }).toBe(connections)
    said.length = 0
    expect(await ask('init-user', honest, '127.0.0.1')).toBe(200)
    // Its own few, and those of the four of the crowd that were before it, and not of a hundred.
    expect(said.length).toBeLessThan(60)
    await Promise.all(crowd)
    t.app.server.off('request', count)
    expect(heard[200]).toBeGreaterThanOrEqual(42)
    expect((heard[200] ?? 0) + (heard[429] ?? 0)).toBe(connections)
  },
)
