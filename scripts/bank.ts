import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMoney } from '../contract/src/index.ts'
import { openPostgres } from '../server/src/db/db.ts'
import { mutants, plant } from '../server/src/ledger/mutants.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { accountsOf, type Customer, call, makeCustomer, succeed } from './lib/client.ts'
import { makeHome, type RunningBank, startBank } from './lib/server.ts'

// Money must neither appear nor vanish. Clients move it about over HTTP while readers add it up;
// at the end every acknowledged transfer is looked up by its id.
const { clients, secs, accounts, database, seed, naive } = readArguments({
  clients: 32,
  secs: 20,
  accounts: 8,
  database: 'embedded',
  seed: 1,
  /** 1 plants a ledger that reads without locking: the experiment must then fail. */
  naive: 0,
})
const funding = '1000.00'

const random = randomFrom(seed)
const home = await makeHome(database)
const bank = await startBank(home.env)
const found = { acked: 0, refused: 0, reads: 0, wrongTotal: 0, negative: 0, errors: 0 }
const acknowledged: string[] = []

async function run() {
  const customer = await withAccounts(bank)
  if (naive) await plantNaive(home.env.DATABASE_URL)
  const total = BigInt(accounts) * (parseMoney(funding) ?? 0n)
  const end = Date.now() + secs * 1000
  await Promise.all([
    ...Array.from({ length: clients }, () => transferUntil(end, customer)),
    ...Array.from({ length: 2 }, () => readUntil(end, customer, total)),
  ])
  const missing = await missingOf(customer)
  const audit = await bank.operate('audit').catch((error: Error) => error.message)
  const drift = audit === 'The ledger is sound' ? 0 : audit
  const effects = await effectsOf(customer)
  return {
    ok:
      found.acked > 0 &&
      found.wrongTotal + found.negative + found.errors + missing === 0 &&
      drift === 0 &&
      effects === found.acked,
    experiment: 'bank',
    database,
    clients,
    secs,
    ...found,
    perSecond: Math.round(found.acked / secs),
    missing,
    effects,
    drift,
  }
}

async function cleanly() {
  try {
    return await run()
  } finally {
    await bank.stop()
    await home.remove()
  }
}
report(await cleanly())

/** Puts the "no lock" mutant in the place of the posting function. */
async function plantNaive(url: string | undefined): Promise<void> {
  if (!url) throw new Error('--naive needs --database postgres: one connection cannot race itself')
  const mutant = mutants.find(({ name }) => name.startsWith('no lock'))
  const source = readFileSync(join(plant(mutant ?? never()), '0001_ledger.sql'), 'utf8')
  const text = /create function ledger_apply[\s\S]*?\nend \$\$;/.exec(source)?.[0] ?? never()
  const db = await openPostgres({ url })
  await db.script(text.replace('create function', 'create or replace function'))
  await db.close()
}

function never(): never {
  throw new Error('the naive ledger could not be planted')
}

async function withAccounts(running: RunningBank): Promise<Customer> {
  const customer = await makeCustomer(running, 'mover')
  for (let more = 1; more < accounts; more += 1) {
    const fields = { accountType: 'savings', currency: 'usd', accountName: `Account ${more}` }
    succeed(await call(running.url, 'account', { fields, token: customer.token }))
  }
  const held = await accountsOf(running.url, customer.token)
  for (const { Number: number } of held) await running.operate('fund', number, funding)
  return { ...customer, accounts: held }
}

async function transferUntil(end: number, { accounts: held, token, pin }: Customer) {
  while (Date.now() < end) {
    const from = held[Math.floor(random() * held.length)]
    const to = held[Math.floor(random() * held.length)]
    if (!from || !to || from === to) continue
    const fields = {
      source_account: from.Id,
      destination_account: to.Id,
      amount: (random() * 300 + 0.01).toFixed(2),
      pin,
    }
    const reply = await call(bank.url, 'transfer/own-account', { fields, token, key: randomUUID() })
    if (reply.status === 'success') {
      found.acked += 1
      acknowledged.push((reply.data as { transaction: { Id: string } }).transaction.Id)
    } else if (reply.message === 'Insufficient funds') found.refused += 1
    else found.errors += 1
  }
}

/** One reply lists all accounts as of one moment, so their sum must never change. */
async function readUntil(end: number, { token }: Customer, total: bigint) {
  while (Date.now() < end) {
    const held = await accountsOf(bank.url, token)
    const amounts = held.map(({ AvailableBalance }) => parseMoney(AvailableBalance))
    found.reads += 1
    if (amounts.some((amount) => amount === null)) found.negative += 1
    const sum = amounts.reduce<bigint>((sofar, amount) => sofar + (amount ?? 0n), 0n)
    if (sum !== total) found.wrongTotal += 1
  }
}

async function missingOf({ token }: Customer): Promise<number> {
  let missing = 0
  for (let start = 0; start < acknowledged.length; start += 50) {
    const replies = await Promise.all(
      acknowledged
        .slice(start, start + 50)
        .map((id) => call(bank.url, `transaction-receipt/${id}`, { token })),
    )
    missing += replies.filter(({ status }) => status !== 'success').length
  }
  return missing + (acknowledged.length - new Set(acknowledged).size)
}

/** How many transfers the statements show; each has a line on either side. */
async function effectsOf({ token, accounts: held }: Customer): Promise<number> {
  let lines = 0
  for (const { Id } of held) {
    const reply = succeed(await call(bank.url, `transactions/${Id}?page=1`, { token }))
    lines += (reply.data as { Meta: { Total: number } }).Meta.Total - 1
  }
  return lines / 2
}
