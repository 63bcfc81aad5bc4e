import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '../server/src/db/db.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, makeCustomer } from './lib/bank-client.ts'
import { makeHome, type RunningBank, startBank } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { layVersion } from './lib/former-version.ts'
import { startLoad, untilAcked } from './lib/transfer-load.ts'

// A rolling upgrade: two servers of another commit are replaced by two of this one, one by one, under
// load and behind a balancer that asks /readyz. Nobody shall notice where that commit has the same
// schema; where it has not, `migrates` is true, and what was seen is told.
const { from, clients, seed } = readArguments({ from: 'HEAD', clients: 8, seed: 1 })
const random = randomFrom(seed)
const askEveryMs = 250

async function run() {
  await using undo = new AsyncDisposableStack()
  const former = layVersion(from)
  undo.defer(former.remove)
  const home = await makeHome('postgres')
  undo.defer(() => home.remove())
  const env = { DAILY_LIMIT_USD: '1000000000', LOG_LEVEL: 'fatal', DRAIN_SECONDS: '2' }
  Object.assign(home.env, env)
  const banks: RunningBank[] = []
  undo.defer(async () => void (await Promise.all(banks.map((each) => each.stop()))))
  for (const _ of ['first', 'second']) banks.push(await startBank(home.env, former))
  const balancer = startBalancer(banks)
  undo.defer(balancer.stop)
  await until(() => balancer.ready().length === 2)
  const customers = await makePayers(banks[0] as RunningBank)
  const load = startLoad({ urls: balancer.ready, customers, clients, random, reads: 0.5 })
  await untilAcked(load, 50)
  const db = await openPostgres({ url: home.postgres?.url ?? '' })
  const before = await schemaOf(db)
  for (const old of banks.slice()) {
    const next = await startBank(home.env)
    banks.push(next)
    await until(() => balancer.ready().includes(next.url))
    await untilAcked(load, 50)
    await old.stop()
    await untilAcked(load, 50)
  }
  await load.stop()
  const migrates = (await schemaOf(db)) !== before
  const evidence = await lookAtTransfers(db, load.acked)
  await db.close()
  const { samples, ...answers } = load.answers
  const noticed = answers.busy + answers.wrong + answers.hangUps + answers.stuck + answers.differing
  return {
    ok: load.acked.size > 0 && isClean(evidence) && (migrates || noticed === 0),
    ...{ experiment: 'rolling', from, clients, seed, migrates, acked: load.acked.size },
    ...evidence,
    ...answers,
    ...(samples.length > 0 && { samples }),
  }
}

/** Customers with money, made by the programs of that version alone. */
async function makePayers(bank: RunningBank): Promise<Customer[]> {
  const customers: Customer[] = []
  for (const name of ['ada', 'bob', 'cyd']) {
    const customer = await makeCustomer(bank, name)
    await bank.operate('fund', customer.accounts[0]?.Number ?? '', '1000000.00')
    customers.push(customer)
  }
  return customers
}

/** Sends requests to whoever said that it is ready when it was last asked. */
function startBalancer(banks: readonly RunningBank[]) {
  const ready = new Set<string>()
  const timer = setInterval(() => {
    for (const { url } of banks) {
      const answer = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(askEveryMs * 4) })
      answer.then(
        ({ ok }) => (ok ? ready.add(url) : ready.delete(url)),
        () => ready.delete(url),
      )
    }
  }, askEveryMs)
  return { ready: () => [...ready], stop: () => clearInterval(timer) }
}

async function until(met: () => boolean): Promise<void> {
  for (let tries = 0; !met(); tries += 1) {
    if (tries > 1_200) throw new Error('it did not come to that within a minute')
    await pause(50)
  }
}

async function schemaOf({ sql }: Awaited<ReturnType<typeof openPostgres>>): Promise<string> {
  const rows = await sql`
    select name, sha256 from schema_migrations
    union all select name, sha256 from schema_functions order by name`
  return JSON.stringify(rows)
}

report(await run())
