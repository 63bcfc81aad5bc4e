import { randomInt } from 'node:crypto'
import pg from 'pg'
import { busy } from '#kernel/failure.ts'
import { codeOf, isAway, isGivenUp, isLate, translated, unavailable } from './away.ts'
import { listenOn } from './listen.ts'
import { type Db, type Driver, makeDb, parserOf, type Runner } from './sql.ts'
import { whyNotOpened } from './why-not-opened.ts'

/** How a PostgreSQL server is used; what is left out has the presets. */
export type PostgresOptions = {
  url: string
  /** The setting that names it, for the operator where it cannot be opened. */
  setting?: string
  /** For LISTEN: past a pooler, which may lend a connection for a transaction only. */
  listenUrl?: string | undefined
  poolSize?: number
  /** So many may wait for a connection; the next is refused at once. */
  poolQueue?: number
  /** The longest wait for a connection, whether it must be made or another has it. */
  connectTimeoutMs?: number
  /** 0 leaves it to the server's own settings, as with the next. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
}

const presets = {
  poolSize: 10,
  poolQueue: 1_000,
  connectTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  lockTimeoutMs: 2_000,
}
const idleInTransactionMs = 30_000
// The wait for a connection that no customer waits for: a migration given up is a bank that does not start.
const patientMs = 60_000
// TCP keep-alive: after that the system probes a silent server every second, ten times.
const silentMs = 10_000
// A time limit of our own, so much later than the server's: that one ends neither a commit that waits
// for its standby nor the wait for a server or a proxy that has fallen silent, whose kernel still
// answers every probe.
const graceMs = 1_000
// Node runs a longer timer at once.
const longestTimerMs = 2 ** 31 - 1
const attempts = 4

/** Connects to a PostgreSQL server through a small pool; more connections only contend. */
export async function openPostgres(options: PostgresOptions): Promise<Db> {
  const { url, setting = 'DATABASE_URL', listenUrl = url, ...wanted } = { ...presets, ...options }
  const settings = {
    connectionTimeoutMillis: wanted.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
    types: { getTypeParser: (oid: number) => parserOf(oid) },
  } as pg.ClientConfig
  const pool = makePool({ ...settings, connectionString: url }, wanted)
  const patience = { ms: (wanted.statementTimeoutMs || presets.statementTimeoutMs) + graceMs }
  const listening = { ...settings, connectionString: listenUrl }
  // Past a pooler, and without limits that the role has.
  const alone = (statement: string) =>
    onOwnConnection({ ...listening, connectionTimeoutMillis: patientMs }, async (client) => {
      await client.query('set statement_timeout = 0; set lock_timeout = 0')
      await client.query(statement)
    })
  const db = makeDb({ ...driverOf(pool, listening, patience), alone })
  pools.set(db, pool)
  try {
    const [server] = await db.sql<{ ms: number }>`
      select setting::int4 as ms from pg_settings where name = 'statement_timeout'`
    // Where the limit is left to the server: as long as it is alive, its answer comes first.
    if (server?.ms) patience.ms = Math.min(server.ms + graceMs, longestTimerMs)
  } catch (error) {
    await db.close()
    throw whyNotOpened(error, setting, url)
  }
  try {
    // Listening begins with the first customer who looks: too late to learn that it cannot.
    if (listenUrl !== url) await mustBeSameDatabase(db, listening)
  } catch (error) {
    await db.close()
    throw whyNotOpened(error, 'LISTEN_DATABASE_URL', listenUrl)
  }
  return db
}

/**
 * Advisory locks are those of one database: where the other connection can take one that a transaction
 * here holds, it leads elsewhere. No news would come from there, and what builds an index would build it
 * there.
 */
async function mustBeSameDatabase(db: Db, listening: pg.ClientConfig): Promise<void> {
  // Random, since others may just look as well.
  const number = randomInt(2 ** 47)
  await db.transaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(${number}::bigint)`
    await onOwnConnection(listening, async (client) => {
      const look = 'select pg_try_advisory_xact_lock($1) as taken'
      const { rows } = await client.query<{ taken: boolean }>(look, [number])
      if (rows[0]?.taken === false) return
      throw new Error(
        'LISTEN_DATABASE_URL leads to another database than DATABASE_URL. Correct it or leave it out.',
      )
    })
  })
}

/** A connection beside the pool, without its time limits. */
async function onOwnConnection(
  settings: pg.ClientConfig,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    await use(client)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  await client.end()
}

/** Connections that there are, who waits for one, and who got none: at once, or after waiting. */
export type PoolFigures = {
  total: number
  idle: number
  waiting: number
  refusedAtOnce: number
  refusedLate: number
}

type Pool = {
  size: number
  lend<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T>
  figures(): PoolFigures
  end(): Promise<void>
}

const pools = new WeakMap<Db, Pool>()

/** How busy the connections of a database are; the embedded one has none. */
export function poolFigures(db: Db): PoolFigures | undefined {
  return pools.get(db)?.figures()
}

function makePool(settings: pg.ClientConfig, wanted: typeof presets): Pool {
  const pool = new pg.Pool({
    ...settings,
    max: wanted.poolSize,
    onConnect: (client) => setTimeouts(client, wanted),
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', watch)
  let [refusedAtOnce, refusedLate] = [0, 0]
  // The pool counts those too whom an idle connection is about to serve.
  const waiting = () => Math.max(0, pool.waitingCount - pool.idleCount)
  async function borrow() {
    if (waiting() >= wanted.poolQueue) {
      refusedAtOnce += 1
      throw busy()
    }
    try {
      return await pool.connect()
    } catch (error) {
      if (isLate(error)) refusedLate += 1
      throw translated(error)
    }
  }
  return {
    size: wanted.poolSize,
    async lend(use) {
      const client = await borrow()
      try {
        return await use(client)
      } finally {
        client.release(broken.has(client))
      }
    },
    figures: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: waiting(),
      refusedAtOnce,
      refusedLate,
    }),
    end: () => pool.end(),
  }
}

/** By SET and not as startup parameters: a pooler refuses those that it does not know. */
async function setTimeouts(client: pg.ClientBase, wanted: typeof presets): Promise<void> {
  const timeouts = {
    statement_timeout: wanted.statementTimeoutMs,
    lock_timeout: wanted.lockTimeoutMs,
    idle_in_transaction_session_timeout: wanted.statementTimeoutMs && idleInTransactionMs,
  }
  const set = Object.entries(timeouts).filter(([, ms]) => ms > 0)
  if (set.length === 0) return
  const text = set.map(([name, ms]) => `set ${name} = ${ms}`).join('; ')
  // A server that accepts the connection and then hangs must not be waited for either.
  await client.query({ text, query_timeout: wanted.connectTimeoutMs } as pg.QueryConfig)
}

function driverOf(
  pool: Pool,
  settings: pg.ClientConfig,
  patience: { ms: number },
): Omit<Driver, 'alone'> {
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    connections: pool.size,
    query: (statement, values) =>
      retrying(() => pool.lend((client) => runnerOf(client, patience.ms).query(statement, values))),
    script: (text) => pool.lend((client) => runnerOf(client, patience.ms).script(text)),
    inTransaction: (work) =>
      retrying(() => pool.lend((client) => commit(client, work, patience.ms))),
    listen: async (channel, onMessage, onBack = () => {}) => {
      const stop = await listenOn(settings, channel, onMessage, onBack)
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    close: () => {
      closing ??= (async () => {
        await Promise.all([...listeners].map((stop) => stop()))
        await pool.end()
      })()
      return closing
    },
  }
}

async function commit<T>(
  client: pg.PoolClient,
  work: (runner: Runner) => Promise<T>,
  patienceMs: number,
): Promise<T> {
  await guarded(client, () => client.query(within(patienceMs, { text: 'begin' })))
  let result: T
  try {
    result = await work(runnerOf(client, patienceMs))
  } catch (error) {
    // A failed rollback means a broken connection, which ends the transaction as well.
    const rollback = within(patienceMs, { text: 'rollback' })
    await client.query(rollback).catch(() => broken.add(client))
    throw error
  }
  await guarded(client, async () => {
    const { command } = await client.query(within(patienceMs, { text: 'commit' }))
    // The server answers ROLLBACK to a commit after a statement whose error was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back at commit')
  })
  return result
}

function runnerOf(client: pg.PoolClient, patienceMs: number): Runner {
  let limitMs = patienceMs
  return {
    query: ({ name, text }, values) =>
      guarded(client, async () => {
        const { rows } = await client.query(within(limitMs, { name, text, values }))
        return rows
      }),
    // Without a limit of ours: the server's is for each of its statements.
    script: async (text) => {
      await guarded(client, () => client.query(text))
    },
    liftLimit: () => {
      limitMs = 0
    },
  }
}

/**
 * A client-side timeout, 0 for none. The connection is dropped and the statement never cancelled: a
 * cancelled commit is visible to everybody, though no standby has it.
 */
function within(ms: number, statement: pg.QueryConfig): pg.QueryConfig {
  return ms > 0 ? ({ ...statement, query_timeout: ms } as pg.QueryConfig) : statement
}

const broken = new WeakSet<object>()
const unreplicated = new WeakSet<object>()
const notReplicated = Object.assign(new Error('No standby has taken the commit'), {
  code: 'not_replicated',
})

function watch(client: pg.PoolClient) {
  client.on('error', () => broken.add(client))
  client.on('notice', (notice) => {
    // A cancelled wait for the standby still answers success, but a failover could lose that commit.
    if (/synchronous replication/i.test(notice.message ?? '')) unreplicated.add(client)
  })
}

/** Runs one exchange with the server and maps connection errors and timeouts to a refusal. */
async function guarded<T>(client: pg.PoolClient, exchange: () => Promise<T>): Promise<T> {
  try {
    const result = await exchange()
    if (unreplicated.delete(client)) throw unavailable(notReplicated)
    return result
  } catch (error) {
    if (isAway(error)) broken.add(client)
    // Closed at once: what would follow on it, a rollback too, would wait behind what was given up.
    if (isGivenUp(error)) void (client as unknown as pg.Client).end()
    throw translated(error)
  }
}

/** Serialization failures and deadlocks left nothing behind, so the work may simply run again. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (code !== '40001' && code !== '40P01') throw error
      if (attempt === attempts) throw unavailable(error)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
