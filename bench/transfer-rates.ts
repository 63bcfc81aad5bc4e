import { makeHome, type RunningBank, startBank } from '../experiments/lib/bank-server.ts'
import { median, rounded } from '../experiments/lib/figures.ts'
import { type Db, openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startPostgres } from '../server/src/testing/postgres-server.ts'
import { makePeople, type Person } from './lib/bench-customers.ts'
import { type Burst, transferLoad } from './lib/byte-load.ts'
import { type Home, homeOn } from './lib/home.ts'
import { told } from './lib/outbox.ts'
import type { Part } from './lib/part.ts'
import { prepareTpcb, runFunction, runTpcb, writeOrders } from './lib/pgbench.ts'

type Sizes = { rounds: number; seconds: number; clients: number; people: number }

const hotShare = 0.5
const pgbenchClients = [1, 8, 16, 32, 64]

/**
 * Whole transfers over HTTP, with session, PIN, key and limits as for everybody, against pgbench
 * calling the same posting function, and against the bank with batches off. All of it runs in turns
 * in one run, each kind on a database of its own on one PostgreSQL.
 */
export async function benchTransfers(sizes: Sizes): Promise<Part> {
  const given = process.env.BENCH_DATABASE_URL
  const server = given ? undefined : await startPostgres({ durable: true })
  const url = given ?? server?.url
  if (!url) throw new Error('No PostgreSQL is installed on this machine')
  const open: Stage[] = []
  try {
    const limits = await makeLimits(url, sizes)
    open.push(limits)
    const batched = await makeStage(url, sizes, {})
    open.push(batched)
    const single = await makeStage(url, sizes, { BATCH_MAX: '1' })
    open.push(single)
    const two = await makeStage(url, sizes, { WORKERS: '2' })
    open.push(two)
    const measured = await measure({ limits, batched, single, two }, sizes)
    return partOf(measured, await benchEmbedded(sizes))
  } finally {
    for (const stage of open.reverse()) await stage.close()
    await server?.stop()
  }
}

type Stage = { close(): Promise<void> }
type Served = Stage & { bank: RunningBank; db: Db; people: Person[] }
type Limits = Stage & { url: string; tpcbUrl: string; orders: number }

/** Two databases for pgbench: one of its own and one of ours, with nobody else on them. */
async function makeLimits(server: string, { people }: Sizes): Promise<Limits> {
  const [ours, tpcb] = [await homeOn(server), await homeOn(server)]
  const db = await migrated(ours)
  await makePeople(db, ours.env.SECRET_KEY ?? '', people)
  const orders = await writeOrders(db)
  await prepareTpcb(tpcb.env.DATABASE_URL ?? '')
  const url = ours.env.DATABASE_URL ?? ''
  await runFunction({ url, clients: 8, seconds: 3 }, orders)
  await db.script('vacuum analyze')
  await db.close()
  return {
    url,
    tpcbUrl: tpcb.env.DATABASE_URL ?? '',
    orders,
    close: async () => {
      await ours.remove()
      await tpcb.remove()
    },
  }
}

async function migrated({ env }: Home): Promise<Db> {
  const db = await openPostgres({ url: env.DATABASE_URL ?? '', statementTimeoutMs: 0 })
  await migrate(db)
  return db
}

/** A bank of its own, warm, with fresh statistics as autovacuum would have made them by then. */
async function makeStage(
  server: string,
  sizes: Sizes,
  env: Record<string, string>,
): Promise<Served> {
  const home = await homeOn(server)
  const db = await migrated(home)
  const people = await makePeople(db, home.env.SECRET_KEY ?? '', sizes.people)
  await db.script('vacuum analyze')
  const bank = await startBank({ ...home.env, ...env })
  await transferLoad({ url: bank.url, people, clients: sizes.clients, seconds: 4 })
  await told(db)
  await db.script('vacuum analyze')
  return {
    bank,
    db,
    people,
    close: async () => {
      await bank.stop()
      await db.close()
      await home.remove()
    },
  }
}

type Measured = {
  tpcb: number[]
  calls: Record<number, number[]>
  batched: Burst[]
  single: Burst[]
  two: Burst[]
  hotBatched: Burst[]
  hotSingle: Burst[]
  idleBatched: Burst[]
  idleSingle: Burst[]
  /** Seconds from the last answer of a burst to the last news of it. */
  lag: number[]
}

type Stages = { limits: Limits; batched: Served; single: Served; two: Served }

async function measure({ limits, batched, single, two }: Stages, sizes: Sizes): Promise<Measured> {
  const { rounds, seconds, clients } = sizes
  const found: Measured = {
    tpcb: [],
    calls: Object.fromEntries(pgbenchClients.map((count) => [count, []])),
    batched: [],
    single: [],
    two: [],
    hotBatched: [],
    hotSingle: [],
    idleBatched: [],
    idleSingle: [],
    lag: [],
  }
  const burst = async ({ bank, people, db }: Served, options: object = {}) => {
    const load = { url: bank.url, people, clients, seconds, ...options }
    const result = await transferLoad(load)
    const lag = await told(db)
    if (bank === batched.bank) found.lag.push(lag)
    return result
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    found.tpcb.push(await runTpcb({ url: limits.tpcbUrl, clients: 8, seconds }))
    for (const count of pgbenchClients) {
      const run = { url: limits.url, clients: count, seconds }
      found.calls[count]?.push(await runFunction(run, limits.orders))
    }
    found.batched.push(await burst(batched))
    found.single.push(await burst(single))
    found.two.push(await burst(two))
    found.hotBatched.push(await burst(batched, { hot: hotShare }))
    found.hotSingle.push(await burst(single, { hot: hotShare }))
    found.idleBatched.push(await burst(batched, { clients: 1 }))
    found.idleSingle.push(await burst(single, { clients: 1 }))
  }
  return found
}

type Embedded = { batched: Burst; single: Burst }

/** The default, on the database in the server's own process. */
async function benchEmbedded(sizes: Sizes): Promise<Embedded> {
  return {
    batched: await burstEmbedded(sizes, {}),
    single: await burstEmbedded(sizes, { BATCH_MAX: '1' }),
  }
}

async function burstEmbedded(sizes: Sizes, env: Record<string, string>): Promise<Burst> {
  const home = await makeHome('embedded')
  const secret = 'a key for benches only, long enough'
  const db = await openEmbedded({ dataDir: home.env.DATA_DIR ?? '' })
  await migrate(db)
  const people = await makePeople(db, secret, sizes.people)
  await db.close()
  const bank = await startBank({ ...home.env, SECRET_KEY: secret, ...env })
  try {
    const load = { url: bank.url, people, clients: sizes.clients }
    await transferLoad({ ...load, seconds: 4 })
    return await transferLoad({ ...load, seconds: sizes.seconds })
  } finally {
    await bank.stop()
    await home.remove()
  }
}

function partOf(found: Measured, embedded: Embedded): Part {
  const rate = (bursts: Burst[]) => median(bursts.map(({ perSecond }) => perSecond))
  const calls = Object.values(found.calls).map(median)
  const limit = Math.max(...calls)
  const all = [
    ...[found.batched, found.single, found.two, found.hotBatched, found.hotSingle].flat(),
    ...[found.idleBatched, found.idleSingle].flat(),
    ...Object.values(embedded),
  ]
  const row = (name: string, bursts: Burst[]) => ({
    what: name,
    perSecond: rate(bursts),
    ofFunction: rounded(rate(bursts) / limit),
    p50Ms: median(bursts.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(bursts.map(({ p99Ms }) => p99Ms)),
    worstP99Ms: Math.max(...bursts.map(({ p99Ms }) => p99Ms)),
    failed: bursts.reduce((sum, { failed }) => sum + failed, 0),
  })
  const sample = all.find((burst) => burst.sample)?.sample
  return {
    name: 'transfers',
    tables: [
      {
        title: 'What PostgreSQL can do here, by pgbench, calls per second',
        rows: [
          { what: 'tpcb-like, 8 clients', perSecond: median(found.tpcb) },
          ...Object.entries(found.calls).map(([count, values]) => ({
            what: `transfer_order, ${count} clients`,
            perSecond: median(values),
          })),
        ],
      },
      {
        title: 'Whole transfers over HTTP, against the best of transfer_order',
        rows: [
          row('one process', found.batched),
          row('one process, batches off', found.single),
          row('two processes', found.two),
          row('hot account', found.hotBatched),
          row('hot account, batches off', found.hotSingle),
          row('one client', found.idleBatched),
          row('one client, batches off', found.idleSingle),
          row('embedded', [embedded.batched]),
          row('embedded, batches off', [embedded.single]),
        ],
      },
    ],
    ratios: [
      {
        name: 'of transfer_order by pgbench',
        ratio: rounded(rate(found.batched) / limit),
        atLeast: 2.2,
      },
      {
        name: 'of tpcb-like by pgbench',
        ratio: rounded(rate(found.batched) / median(found.tpcb)),
        atLeast: 0.55,
      },
      {
        name: 'batched against not',
        ratio: rounded(rate(found.batched) / rate(found.single)),
        atLeast: 1.8,
      },
      {
        name: 'the same on a hot account',
        ratio: rounded(rate(found.hotBatched) / rate(found.hotSingle)),
        atLeast: 2.5,
      },
      {
        name: 'p99 against the median, worst burst',
        ratio: rounded(Math.max(...found.batched.map(({ p99Ms, p50Ms }) => p99Ms / p50Ms))),
        atMost: 10,
      },
      {
        name: 'embedded: p99 against the median',
        ratio: rounded(embedded.batched.p99Ms / embedded.batched.p50Ms),
        atMost: 4,
      },
      {
        name: 'one client, batched against not',
        ratio: rounded(
          median(found.idleBatched.map(({ p50Ms }) => p50Ms)) /
            median(found.idleSingle.map(({ p50Ms }) => p50Ms)),
        ),
        atMost: 1.5,
      },
      {
        name: 'failed requests',
        ratio: all.reduce((sum, { failed }) => sum + failed, 0),
        atMost: 0,
      },
      { name: 'transfer_order against tpcb-like', ratio: rounded(limit / median(found.tpcb)) },
      { name: 'two processes against one', ratio: rounded(rate(found.two) / rate(found.batched)) },
      {
        name: 'embedded, batched against not',
        ratio: rounded(embedded.batched.perSecond / embedded.single.perSecond),
      },
      { name: 'seconds until everybody is told', ratio: rounded(median(found.lag)) },
    ],
    ...(sample && { notes: [sample] }),
  }
}
