import pg from 'pg'
import { Failure } from '#failure.ts'
import { type Db, type Driver, makeDb, parserOf, type Runner } from './sql.ts'

const statementTimeoutMs = 5_000
const lockTimeoutMs = 2_000
const connectTimeoutMs = 2_000
const idleInTransactionMs = 30_000
const attempts = 4
const relistenMs = 1_000

/** Connects to a PostgreSQL server through a small pool; more connections only contend. */
export async function openPostgres(options: { url: string; poolSize?: number }): Promise<Db> {
  const settings = {
    connectionString: options.url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: (oid: number) => parserOf(oid) },
  }
  const pool = new pg.Pool({
    ...settings,
    max: options.poolSize ?? 10,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  } as pg.PoolConfig)
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', watch)
  const db = makeDb(driverOf(pool, settings as pg.ClientConfig))
  try {
    await db.sql`select 1`
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

function driverOf(pool: pg.Pool, settings: pg.ClientConfig): Driver {
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    query: (statement, values) =>
      retrying(() => withClient(pool, (client) => runnerOf(client).query(statement, values))),
    script: (text) => withClient(pool, (client) => runnerOf(client).script(text)),
    inTransaction: (work) => retrying(() => withClient(pool, (client) => commit(client, work))),
    listen: async (channel, onMessage) => {
      const stop = await listenOn(settings, channel, onMessage)
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

async function commit<T>(client: pg.PoolClient, work: (runner: Runner) => Promise<T>): Promise<T> {
  await guarded(client, () => client.query('begin'))
  let result: T
  try {
    result = await work(runnerOf(client))
  } catch (error) {
    // A failed rollback means a broken connection, which ends the transaction as well.
    await client.query('rollback').catch(() => broken.add(client))
    throw error
  }
  await guarded(client, async () => {
    const { command } = await client.query('commit')
    // The server answers ROLLBACK to a commit after a statement whose error was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back at commit')
  })
  return result
}

function runnerOf(client: pg.PoolClient): Runner {
  return {
    query: ({ name, text }, values) =>
      guarded(client, async () => (await client.query({ name, text, values })).rows),
    script: async (text) => {
      await guarded(client, () => client.query(text))
    },
  }
}

const broken = new WeakSet<object>()
const unreplicated = new WeakSet<object>()

function watch(client: pg.PoolClient) {
  client.on('error', () => broken.add(client))
  client.on('notice', (notice) => {
    // A cancelled wait for the standby still answers success, but a failover could lose that commit.
    if (/synchronous replication/i.test(notice.message ?? '')) unreplicated.add(client)
  })
}

async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>) {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw translated(error)
  }
  try {
    return await use(client)
  } finally {
    client.release(broken.has(client))
  }
}

/** Runs one exchange with the server and turns "away" and "busy" into the refusal the customer sees. */
async function guarded<T>(client: pg.PoolClient, exchange: () => Promise<T>): Promise<T> {
  try {
    const result = await exchange()
    if (unreplicated.delete(client)) throw busy()
    return result
  } catch (error) {
    if (isAway(error)) broken.add(client)
    throw translated(error)
  }
}

function busy(): Failure {
  return new Failure('unavailable', 'The bank is busy. Try again in a moment', {
    retryAfterSeconds: 2,
  })
}

function translated(error: unknown): unknown {
  return isAway(error) || isSlow(error) ? busy() : error
}

const awayCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT ' +
    '57P01 57P02 57P03 57P05 25P03 25006'
  ).split(' '),
)
const awayText =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** The connection is of no more use: the server is away, stopping, or no longer the primary. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return awayText.test(error.message)
  return awayCodes.has(code) || /^(08|53)...$/.test(code)
}

/** The server cancelled the statement: it ran too long or waited too long for a lock. */
function isSlow(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === '55P03'
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Serialization failures and deadlocks left nothing behind, so the work may simply run again. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (code !== '40001' && code !== '40P01') throw error
      if (attempt === attempts) throw busy()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/** A connection of its own, made again when it breaks; messages sent meanwhile are lost. */
async function listenOn(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function connect() {
    const next = new pg.Client(settings)
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) retryLater()
    })
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }
  function retryLater() {
    client = undefined
    if (stopped) return
    timer = setTimeout(() => connect().catch(retryLater), relistenMs)
    timer.unref()
  }
  try {
    await connect()
  } catch (error) {
    throw translated(error)
  }
  return async () => {
    stopped = true
    clearTimeout(timer)
    const last = client
    client = undefined
    await last?.end()
  }
}
