import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { openAccount } from '../../server/src/accounts/accounts.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { readFunctions } from '../../server/src/db/functions.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { closeAccount } from '../../server/src/ledger/ledger.ts'
import { type PostgresServer, startPostgres } from '../../server/src/testing/postgres-server.ts'
import { type TestCustomer, testBank } from '../../server/src/testing/test-bank.ts'
import type { DistantPayee } from '../../server/src/transfers/divisions.ts'
import { onPostgres, stopped } from './bank-server.ts'

/** What a worker is started with. */
export type Started = {
  env: Record<string, string>
  otherName: string
  otherUrl: string
  aheadMs: number
}

/** An order, as a worker is asked for it, and what it says. */
export type Asked = {
  key: string
  token: string
  source: string
  payee: DistantPayee
  amount: string
  pin: string
}
export type Told = { key: string; id?: string; error?: string }

/** One of a bank's databases: a PostgreSQL server of its own, with a process that works on it. */
export type Division = {
  name: string
  server: PostgresServer
  env: Record<string, string>
  payers: Payer[]
  /** Its accounts as the others know them. */
  payees: DistantPayee[]
}

type Payer = Pick<Asked, 'token' | 'source' | 'pin'> & { currency: string }

const currencies = ['usd', 'eur'] as const
const fundedEach = '1000000.00'
/** What customers have in all, of each currency. */
export const fundedMinor = (customers: number) => BigInt(customers) * 100_000_000n

/** A division with customers who have money, and with an account of each currency that is closed. */
export async function makeDivision(
  name: string,
  { customers, keyless }: { customers: number; keyless: boolean },
): Promise<Division> {
  const server = await startPostgres({ durable: true })
  if (!server) throw new Error('No PostgreSQL is installed on this machine')
  const env = { ...onPostgres(server.url), DAILY_LIMIT_USD: '1000000000' }
  const db = await openPostgres({ url: server.url })
  await migrate(db)
  if (keyless) await forgetKeys(db)
  const bank = await testBank(db, { config: readConfig(env) })
  const pin = '2468'
  const made: { customer: TestCustomer; account: TestCustomer['account'] }[] = []
  for (let nth = 0; nth <= customers; nth += 1) {
    const customer = await bank.customer({
      username: `${name}${nth}`,
      firstName: name,
      pin,
      flags: { UseOtp: false },
    })
    const type = { type: 'savings', currency: 'eur', name: 'euros', now: new Date() }
    const euros = await db.transaction((sql) => openAccount(sql, customer.id, type))
    made.push({ customer, account: customer.account }, { customer, account: euros })
  }
  const payees = made.map(({ customer, account }) => ({
    division: name,
    number: account.number,
    holder: customer.name,
    currency: account.currency,
  }))
  // The others know these still: what is sent to them must come back.
  const closed = made.splice(-currencies.length)
  for (const { account } of closed) {
    await closeAccount(db.sql, { accountId: account.id, at: new Date() })
  }
  for (const { customer, account } of made) await bank.fund({ ...customer, account }, fundedEach)
  await bank.stop()
  await db.close()
  const payers = made.map(({ customer: { token }, account }) => ({
    token,
    source: account.publicId,
    pin,
    currency: account.currency,
  }))
  return { name, server, env, payers, payees }
}

/** Lets a division credit without its idempotency key, as often as it is asked. */
async function forgetKeys(db: Db): Promise<void> {
  const credit = readFunctions().find(({ name }) => name === 'division_credit')
  await db.script(credit?.text.replaceAll('(0, v_key,', '(null, null,') ?? '')
}

/** The process of a division, which can be killed and is started again. */
export type Worker = {
  /** Fails where the process ends before it answers. */
  ask(order: Asked): Promise<Told>
  kill(): Promise<void>
}

export async function startWorker(
  { env }: Division,
  other: Division,
  { aheadMs = 0 }: { aheadMs?: number } = {},
): Promise<Worker> {
  const started: Started = { env, otherName: other.name, otherUrl: other.server.url, aheadMs }
  const child = fork(join(import.meta.dirname, 'division-worker.ts'), [JSON.stringify(started)])
  const waiting = new Map<string, PromiseWithResolvers<Told>>()
  const ready = Promise.withResolvers<void>()
  child.on('message', (told: Told | { ready: true }) => {
    if ('ready' in told) return ready.resolve()
    waiting.get(told.key)?.resolve(told)
    waiting.delete(told.key)
  })
  child.once('exit', () => {
    ready.reject(new Error('a worker ended before it was ready'))
    for (const { reject } of waiting.values()) reject(new Error('the worker is gone'))
    waiting.clear()
  })
  await ready.promise
  return { ask: (order) => askChild(child, waiting, order), kill: () => stopped(child, 'SIGKILL') }
}

function askChild(
  child: ChildProcess,
  waiting: Map<string, PromiseWithResolvers<Told>>,
  order: Asked,
): Promise<Told> {
  if (!child.connected) return Promise.reject(new Error('the worker is gone'))
  const answer = Promise.withResolvers<Told>()
  waiting.set(order.key, answer)
  child.send(order, (error) => error && answer.reject(error))
  return answer.promise
}

export const openDivision = ({ server }: Division): Promise<Db> =>
  openPostgres({ url: server.url, poolSize: 2 })
