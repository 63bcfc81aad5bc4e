import { dayIn } from '../contract/src/index.ts'
import { call, makeCustomer, succeed } from '../experiments/lib/bank-client.ts'
import { type RunningBank, startBank } from '../experiments/lib/bank-server.ts'
import { median, rounded } from '../experiments/lib/figures.ts'
import { hashPassword } from '../server/src/auth/password.ts'
import { type Db, openPostgres } from '../server/src/db/db.ts'
import { postgresHome } from './lib/home.ts'
import { interleaved } from './lib/interleaved.ts'
import { writeHistory } from './lib/long-history.ts'
import type { Part, Ratio, Table } from './lib/part.ts'

type Reader = {
  lines: number
  id: string
  ask(path: string): Promise<unknown>
  login(): Promise<unknown>
}

const deepPage = 5000
const perPage = 10

/** What customers read, with a short, a long and a very long history, over HTTP on PostgreSQL. */
export async function benchReading(of: { large: number; rounds: number }): Promise<Part> {
  const home = await postgresHome()
  const bank = await startBank(home.env)
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '' })
  try {
    const sizes = new Set([1000, Math.round(of.large / 10), of.large])
    const readers: Reader[] = []
    for (const lines of sizes) readers.push(await makeReader(bank, db, lines))
    await db.script('set statement_timeout = 0')
    await db.script('vacuum analyze')
    const floor = () => fetch(`${bank.url}/api/no-such-call`).then((reply) => reply.text())
    const pages = await readPages(readers, floor, of.rounds)
    const logins = await readLogins(readers, Math.ceil(of.rounds / 5))
    return {
      name: 'reading',
      tables: [...pages.tables, ...logins.tables],
      ratios: [...pages.ratios, ...logins.ratios],
    }
  } finally {
    await db.close()
    await bank.stop()
    await home.remove()
  }
}

type Measured = { tables: Table[]; ratios: Ratio[] }

async function readPages(
  readers: Reader[],
  floor: () => Promise<unknown>,
  rounds: number,
): Promise<Measured> {
  const today = dayIn(new Date())
  const monthAgo = dayIn(new Date(Date.now() - 30 * 86_400_000))
  const month = `start_date=${monthAgo}&end_date=${today}`
  const calls: [string, (reader: Reader) => string][] = [
    ['page 1', ({ id }) => `transactions/${id}?page=1`],
    ['page 1 of one month', ({ id }) => `transactions/${id}?page=1&${month}`],
    [`page ${deepPage}`, ({ id, lines }) => `transactions/${id}?page=${deepPageOf(lines)}`],
    ['overview', ({ id }) => `acount-overview/${id}`],
    ['overview of one month', ({ id }) => `acount-overview/${id}?${month}`],
  ]
  // All calls of all histories take turns, and one that reads nothing: every figure of the table is of the same minutes.
  const turns = calls.flatMap(([, path]) => readers.map((reader) => () => reader.ask(path(reader))))
  const times = await interleaved(rounds, [...turns, floor])
  const timesOf = (at: number) => times.slice(at * readers.length, (at + 1) * readers.length)
  const growth = (at: number) => rounded(last(timesOf(at)) / first(timesOf(at)))
  const rows = calls.map(([name], at) => ({
    call: name,
    ...columns(readers, timesOf(at)),
    growth: growth(at),
    'times the floor': rounded(first(timesOf(at)) / last(times)),
  }))
  const ratios: Ratio[] = [0, 1, 3, 4].map((at) => ({
    name: `${calls[at]?.[0]}: ${last(readers).lines} lines against ${first(readers).lines}`,
    ratio: growth(at),
    atMost: 1.5,
  }))
  ratios.push({
    name: `page 1 against the floor, ${first(readers).lines} lines`,
    ratio: rounded(first(timesOf(0)) / last(times)),
    atMost: 2,
  })
  const lines = last(readers).lines
  ratios.push({
    name: `page ${deepPageOf(lines)} against page 1, ${lines} lines`,
    ratio: rounded(last(timesOf(2)) / last(timesOf(0))),
    atMost: 3,
  })
  const title = `Reading over HTTP, median ms; a call that reads nothing takes ${last(times)}`
  return { tables: [{ title, rows }], ratios }
}

/** The same hash is made beside the logins: Argon2 is meant to take its time, the rest is not. */
async function readLogins(readers: Reader[], rounds: number): Promise<Measured> {
  const password = 'password of nobody'
  const times = await interleaved(rounds, [
    ...readers.map((reader) => reader.login),
    () => hashPassword(password),
  ])
  const hash = last(times)
  const logins = times.slice(0, -1)
  const rows = [
    { call: 'login', ...columns(readers, logins), growth: rounded(last(logins) / first(logins)) },
    {
      call: 'one Argon2 hash alone',
      ...columns(
        readers,
        logins.map(() => hash),
      ),
      growth: 1,
    },
  ]
  const ratios = [
    { name: 'login: share of the time that is hashing', ratio: rounded(hash / median(logins)) },
  ]
  return { tables: [{ title: 'Login over HTTP, median ms', rows }], ratios }
}

const columns = (readers: Reader[], times: number[]) =>
  Object.fromEntries(readers.map(({ lines }, at) => [`${lines} lines`, times[at] ?? Number.NaN]))

/** A shorter history has no such page: its last one stands in. */
const deepPageOf = (lines: number) => Math.min(deepPage, Math.floor(lines / perPage))

async function makeReader(bank: RunningBank, db: Db, lines: number): Promise<Reader> {
  const { username, password, token, accounts } = await makeCustomer(bank, `reader${lines}`)
  const id = accounts[0]?.Id ?? ''
  await writeHistory(db, id, lines)
  return {
    lines,
    id,
    ask: async (path) => succeed(await call(bank.url, path, { token })),
    login: async () => succeed(await call(bank.url, 'login', { fields: { username, password } })),
  }
}

const first = <T>(values: T[]): T => values[0] as T
const last = <T>(values: T[]): T => values.at(-1) as T
