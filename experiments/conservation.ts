import { randomUUID } from 'node:crypto'
import { parseMoney, toDecimal } from '../contract/src/index.ts'
import { openPostgres } from '../server/src/db/db.ts'
import { mutants, plant } from '../server/src/ledger/mutants.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { accountsOf, type Customer, call, makeCustomer, succeed } from './lib/bank-client.ts'
import { makeHome, type RunningBank, startBank } from './lib/bank-server.ts'

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
const funding = 1000_00n

const random = randomFrom(seed)
const home = await makeHome(database)
// A customer of this experiment sends more in a minute than the day's limit allows.
home.env.DAILY_LIMIT_USD = '100000000'
const bank = await startBank(home.env)
const found = { acked: 0, refused: 0, reads: 0, wrongTotal: 0, negative: 0, errors: 0 }
const acknowledged: { id: string; token: string }[] = []

async function run() {
  const mover = await withAccounts(bank)
  const friends = await Promise.all(Array.from({ length: accounts }, (_, index) => friend(index)))
  if (naive) await plantNaive(home.env.DATABASE_URL)
  const everybody = [mover, ...friends]
  const total = BigInt(accounts) * funding
  const end = Date.now() + secs * 1000
  await Promise.all([
    ...Array.from({ length: Math.ceil(clients / 4) }, () => moveOwnUntil(end, mover)),
    ...Array.from({ length: clients - Math.ceil(clients / 4) }, () => payUntil(end, friends)),
    ...Array.from({ length: 2 }, () => readUntil(end, mover, total)),
  ])
  const missing = await missingOf()
  const audit = await bank.operate('audit').catch((error: Error) => error.message)
  const drift = audit === 'The ledger is sound' ? 0 : audit
  const effects = await effectsOf(everybody)
  const created = (await totalOf(everybody)) - total * 2n
  const wrong = found.wrongTotal + found.negative + found.errors + missing
  return {
    ok: found.acked > 0 && wrong === 0 && drift === 0 && created === 0n && effects === found.acked,
    experiment: 'conservation',
    database,
    clients,
    secs,
    ...found,
    perSecond: Math.round(found.acked / secs),
    missing,
    effects,
    createdMinor: String(created),
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

/** Puts the "no lock" mutant in the place of the posting function. */
async function plantNaive(url: string | undefined): Promise<void> {
  if (!url) throw new Error('--naive needs --database postgres: one connection cannot race itself')
  const mutant = mutants.find(({ name }) => name.startsWith('no lock')) ?? never()
  const broken = mutant.edits.map((edit) => edit.in)
  const db = await openPostgres({ url })
  for (const { name, text } of plant(mutant).functions) {
    if (broken.includes(name)) await db.script(text)
  }
  await db.close()
}

function never(): never {
  throw new Error('the naive ledger could not be planted')
}

/** A customer whose accounts are all in one reply. */
async function withAccounts(running: RunningBank): Promise<Customer> {
  const customer = await makeCustomer(running, 'mover')
  for (let more = 1; more < accounts; more += 1) {
    const fields = { accountType: 'savings', currency: 'usd', accountName: `Account ${more}` }
    succeed(await call(running.url, 'account', { fields, token: customer.token }))
  }
  return funded(customer)
}

const friend = async (index: number) => funded(await makeCustomer(bank, `friend${index}`))

async function funded(customer: Customer): Promise<Customer> {
  const accounts = await accountsOf(bank.url, customer.token)
  for (const { Number: number } of accounts) await bank.operate('fund', number, toDecimal(funding))
  return { ...customer, accounts }
}

async function moveOwnUntil(end: number, { accounts, token, pin }: Customer) {
  while (Date.now() < end) {
    const [from, to] = [pick(accounts), pick(accounts)]
    if (from === to) continue
    const order = { source_account: from.Id, destination_account: to.Id }
    await send('transfer/own-account', { ...order, amount: anyAmount(), pin }, token)
  }
}

/** Different customers with the same accounts in both directions: where a missing lock shows. */
async function payUntil(end: number, friends: Customer[]) {
  while (Date.now() < end) {
    const [from, to] = [pick(friends), pick(friends)]
    const [source, target] = [from.accounts[0], to.accounts[0]]
    if (from === to || !source || !target) continue
    const order = { source_account: source.Id, acc_number: target.Number, acc_name: to.username }
    await send('transfer/local', { ...order, amount: anyAmount(), pin: from.pin }, from.token)
  }
}

const anyAmount = () => (random() * 300 + 0.01).toFixed(2)

function pick<T>(from: T[]): T {
  return from[Math.floor(random() * from.length)] ?? never()
}

async function send(path: string, fields: Record<string, string>, token: string): Promise<void> {
  const reply = await call(bank.url, path, { fields, token, key: randomUUID() })
  if (reply.status === 'success') {
    found.acked += 1
    const { transaction } = reply.data as { transaction: { Id: string } }
    acknowledged.push({ id: transaction.Id, token })
  } else if (reply.message === 'Insufficient funds') found.refused += 1
  else found.errors += 1
}

/** One reply lists all accounts as of one moment, so their sum must never change. */
async function readUntil(end: number, { token }: Customer, total: bigint) {
  while (Date.now() < end) {
    const amounts = await availableOf(token)
    found.reads += 1
    if (amounts.some((amount) => amount === null)) found.negative += 1
    if (sumOf(amounts) !== total) found.wrongTotal += 1
  }
}

const availableOf = async (token: string) =>
  (await accountsOf(bank.url, token)).map(({ AvailableBalance }) => parseMoney(AvailableBalance))

const sumOf = (amounts: (bigint | null)[]) =>
  amounts.reduce<bigint>((sofar, amount) => sofar + (amount ?? 0n), 0n)

async function totalOf(everybody: Customer[]): Promise<bigint> {
  let total = 0n
  for (const { token } of everybody) total += sumOf(await availableOf(token))
  return total
}

async function missingOf(): Promise<number> {
  let missing = 0
  for (let start = 0; start < acknowledged.length; start += 50) {
    const replies = await Promise.all(
      acknowledged
        .slice(start, start + 50)
        .map(({ id, token }) => call(bank.url, `transaction-receipt/${id}`, { token })),
    )
    missing += replies.filter(({ status }) => status !== 'success').length
  }
  return missing + (acknowledged.length - new Set(acknowledged.map(({ id }) => id)).size)
}

/** How many transfers the statements show; each has a line on either side. */
async function effectsOf(everybody: Customer[]): Promise<number> {
  let lines = 0
  for (const { token, accounts } of everybody) {
    for (const { Id } of accounts) {
      const reply = succeed(await call(bank.url, `transactions/${Id}?page=1`, { token }))
      lines += (reply.data as { Meta: { Total: number } }).Meta.Total - 1
    }
  }
  return lines / 2
}

report(await cleanly())
