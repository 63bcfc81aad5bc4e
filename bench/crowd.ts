import { Agent, request } from 'node:http'
import { makeHome, onPostgres, startBank } from '../experiments/lib/bank-server.ts'
import { median, quantile, rounded } from '../experiments/lib/figures.ts'
import { type Db, openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { makePeople, type Person } from './lib/bench-customers.ts'
import type { Part } from './lib/part.ts'

type Sizes = { connections: number; seconds: number; lines: number }
type Measured = {
  database: string
  call: string
  before: number[]
  elsewhere: number[]
  beside: number[]
  heard: Record<string, number>
}

/** One customer's session on hundreds of connections that ask for costly things over and over. */
const floods = ['export', 'payee-total'] as const

/**
 * What an honest page waits for its first call while one customer asks for everything at once: from
 * another network, and from the same one, with the shares that a bank has.
 */
export async function benchCrowd(sizes: Sizes): Promise<Part> {
  const measured: Measured[] = []
  for (const database of ['embedded', 'postgres']) measured.push(...(await on(database, sizes)))
  return {
    name: 'crowd',
    tables: [
      {
        title: `init-user of somebody else, in ms, while one session asks on ${sizes.connections} connections`,
        rows: measured.map(({ database, call, before, elsewhere, beside, heard }) => ({
          ...{ database, call },
          before: rounded(median(before)),
          during: rounded(median(elsewhere)),
          worst: rounded(Math.max(...elsewhere)),
          'same network': rounded(median(beside)),
          'its worst': rounded(Math.max(...beside)),
          flood: Object.entries(heard)
            .map(([status, count]) => `${count} of ${status}`)
            .join(', '),
        })),
      },
    ],
    ratios: measured.map(({ database, call, elsewhere, beside }) => ({
      name: `${database}, ${call}: seconds within which 19 of 20 honest calls are answered`,
      ratio: rounded(quantile([...elsewhere, ...beside], 0.95) / 1_000),
      atMost: 1,
    })),
  }
}

async function on(database: string, { connections, seconds, lines }: Sizes): Promise<Measured[]> {
  const home = await makeHome(database)
  const secret = 'a key for benches only, long enough'
  const { SESSION_REQUESTS: _, NETWORK_REQUESTS: __, ...surroundings } = home.env
  const env = {
    ...surroundings,
    ...(home.postgres ? onPostgres(home.postgres.url) : {}),
    SECRET_KEY: secret,
  }
  const db: Db = home.postgres
    ? await openPostgres({ url: home.postgres.url, statementTimeoutMs: 0 })
    : await openEmbedded({ dataDir: home.env.DATA_DIR ?? '' })
  await migrate(db)
  const [greedy, honest] = (await makePeople(db, secret, 2)) as [Person, Person]
  const transaction = await fill(db, greedy, lines)
  await db.close()
  const bank = await startBank(env)
  try {
    const measured: Measured[] = []
    for (const call of floods) {
      const path =
        call === 'export'
          ? `/api/export/${greedy.account}?format=csv`
          : `/api/payee-total/${transaction}`
      const { before, ...during } = await flooded(
        bank.url,
        { path, greedy, honest },
        {
          connections,
          seconds,
        },
      )
      measured.push({ database, call, before, ...during })
    }
    return measured
  } finally {
    await bank.stop()
    await home.remove()
  }
}

/** Gives somebody a history of deposits; answers with the last of them. */
async function fill(db: Db, { account }: Person, lines: number): Promise<string> {
  await db.script(`
    select ledger_post(null, null, null, 'deposit.bank', '', jsonb_build_array(
      jsonb_build_object('account', c.id, 'amount', -100),
      jsonb_build_object('account', a.id, 'amount', 100,
        'line', '{"method": "bank", "name": "Somebody"}'::jsonb)), now(), current_date)
    from generate_series(1, ${lines}), ledger_accounts a, ledger_accounts c
    where a.public_id = '${account}' and c.code = ledger_house('clearing', 'usd', a.id)`)
  const [line] = await db.sql<{ id: string }>`
    select t.id from transactions t join ledger_accounts a on a.id = t.account_id
    where a.public_id = ${account} order by t.line desc limit 1`
  return line?.id ?? ''
}

async function flooded(
  url: string,
  { path, greedy, honest }: { path: string; greedy: Person; honest: Person },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Pick<Measured, 'before' | 'elsewhere' | 'beside' | 'heard'>> {
  const agentAt = (localAddress: string) => new Agent({ keepAlive: true, localAddress })
  const [crowd, near, far] = [agentAt('127.0.9.1'), agentAt('127.0.9.1'), agentAt('127.0.9.2')]
  const page = async (agent: Agent) => {
    const since = performance.now()
    const status = await ask(url, '/api/init-user', honest.token, agent)
    if (status !== 200) throw new Error(`an honest page was answered with ${status}`)
    return performance.now() - since
  }
  const before: number[] = []
  // On connections that are open, as between a proxy and the bank: a new one waits for a turn of the loop.
  await page(near)
  for (let nth = 0; nth < 30; nth += 1) before.push(await page(far))
  const heard: Record<string, number> = {}
  let isOver = false
  const clients = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const status = await ask(url, path, greedy.token, crowd).catch(() => 'broken')
      heard[status] = (heard[status] ?? 0) + 1
    }
  })
  // A busy process takes one new connection in each turn of its loop: all of the crowd must have come.
  const came = () => Object.values(heard).reduce((sum, count) => sum + count, 0)
  for (let waited = 0; came() < connections && waited < 100; waited += 1) {
    await new Promise((done) => setTimeout(done, 100))
  }
  const until = performance.now() + seconds * 1_000
  const pages = async (agent: Agent) => {
    const times: number[] = []
    while (performance.now() < until) {
      times.push(await page(agent))
      await new Promise((done) => setTimeout(done, 200))
    }
    return times
  }
  const [elsewhere, beside] = await Promise.all([pages(far), pages(near)])
  isOver = true
  await Promise.all(clients)
  for (const agent of [crowd, near, far]) agent.destroy()
  return { before, elsewhere, beside, heard }
}

function ask(url: string, path: string, token: string, agent: Agent): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = request(`${url}${path}`, { agent, headers }, (reply) => {
      reply.resume()
      reply.once('end', () => done(reply.statusCode ?? 0))
      reply.once('error', fail)
    })
    asked.once('error', fail).end()
  })
}
