import { askOperator } from '../server/src/cli/socket.ts'
import { openEmbedded } from '../server/src/db/db.ts'
import { audit } from '../server/src/ledger/audit.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call, makeCustomer, type Reply, signUpFields } from './lib/client.ts'
import { makeHome, type RunningBank, startBank, stopped } from './lib/server.ts'

// What the bank has acknowledged must survive. Clients sign up, open accounts, pay each other and are
// funded by the operator; the server is killed at a random moment and started again; everything that
// was acknowledged is looked up, and whatever was not is sent again under its old key.
const { rounds, seed } = readArguments({ rounds: 20, seed: 1 })
const random = randomFrom(seed)
const home = await makeHome('embedded')
home.env.DAILY_LIMIT_USD = '1000000000'
const dataDir = home.env.DATA_DIR ?? ''

const acknowledged = {
  signUps: [] as { username: string; password: string }[],
  accounts: [] as { id: string; username: string }[],
  /** Each fund has an amount of its own, in cents; each payment a key, which is also its note. */
  funds: [] as number[],
  payments: [] as { key: string; id: string }[],
}
const unanswered = new Set<string>()
const found = { lost: 0, duplicated: 0, half: 0, refused: 0, unsound: 0 }
const restartMs: number[] = []
const sequence = { signUp: 0, fund: 0, payment: 0 }

const started = Date.now()
let bank = await startBank(home.env)
const payer = await makeCustomer(bank, 'payer')
const payee = await makeCustomer(bank, 'payee')
await bank.operate('fund', numberOf(payer), '1000000.00')
for (let round = 0; round < rounds; round += 1) await playRound()
await bank.stop()
await lookAtEverything()
await home.remove()

const counts = sizes()
report({
  // A load that got nothing through has shown nothing.
  ok: Object.values(counts).every(Boolean) && !Object.values(found).some(Boolean),
  experiment: 'crash',
  rounds,
  seed,
  ...counts,
  ...found,
  restartP95Ms: restartMs.sort((a, b) => a - b)[Math.floor(restartMs.length * 0.95)] ?? 0,
  seconds: Math.round((Date.now() - started) / 1000),
})

async function playRound(): Promise<void> {
  const seen = sizes()
  const load = [signUpUntilDead, fundUntilDead, fundUntilDead, payUntilDead, payUntilDead].map(
    (work) => work(bank),
  )
  // A slow machine needs a while to get going; the kill comes while all of it is under way.
  await until(() => Object.entries(sizes()).every(([name, size]) => size > (seen[name] ?? 0)))
  await new Promise((done) => setTimeout(done, 100 + random() * 900))
  await stopped(bank.child, 'SIGKILL')
  await Promise.all(load)
  const killed = performance.now()
  bank = await startBank(home.env)
  restartMs.push(Math.round(performance.now() - killed))
  await askAgain()
  const reply = await askOperator(dataDir, ['audit'])
  if (reply?.output !== 'The ledger is sound') found.unsound += 1
  await lookAtRound(seen)
}

/** How much of everything has been acknowledged so far. */
function sizes(): Record<string, number> {
  return Object.fromEntries(Object.entries(acknowledged).map(([name, list]) => [name, list.length]))
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !done(); tries += 1) {
    await new Promise((next) => setTimeout(next, 50))
  }
}

function numberOf(customer: Customer): string {
  return customer.accounts[0]?.Number ?? ''
}

/** A reply, or nothing where the server died before it gave one. */
function answered(asked: Promise<Reply>): Promise<Reply | undefined> {
  return asked.catch(() => undefined)
}

async function signUpUntilDead({ url }: RunningBank): Promise<void> {
  for (;;) {
    sequence.signUp += 1
    const username = `crash${sequence.signUp}`
    const fields = signUpFields(username)
    const { password } = fields
    const made = await answered(call(url, 'signup', { fields }))
    if (!made) return
    if (made.status === 'success') acknowledged.signUps.push({ username, password })
    else found.refused += 1
    const login = await answered(call(url, 'login', { fields: { username, password } }))
    if (!login) return
    const { token } = login.data as { token: string }
    for (let count = 0; count < 3; count += 1) {
      const opened = await answered(
        call(url, 'account', { fields: { accountName: `Pot ${count}` }, token }),
      )
      if (!opened) return
      if (opened.status !== 'success') found.refused += 1
      else acknowledged.accounts.push({ id: (opened.data as { Id: string }).Id, username })
    }
  }
}

async function fundUntilDead(): Promise<void> {
  for (;;) {
    sequence.fund += 1
    const cents = sequence.fund
    const amount = (cents / 100).toFixed(2)
    const reply = await askOperator(dataDir, ['fund', numberOf(payer), amount]).catch(
      () => undefined,
    )
    if (!reply) return
    if (reply.ok) acknowledged.funds.push(cents)
    else found.refused += 1
  }
}

async function payUntilDead({ url }: RunningBank): Promise<void> {
  for (;;) {
    sequence.payment += 1
    const key = `payment-${sequence.payment}`
    unanswered.add(key)
    const reply = await answered(pay(url, key))
    if (!reply) return
    settle(key, reply)
  }
}

function pay(url: string, key: string): Promise<Reply> {
  const { token, pin } = payer
  const [source] = payer.accounts
  const fields = {
    source_account: source?.Id ?? '',
    amount: '0.01',
    acc_number: numberOf(payee),
    acc_name: 'Test Customer',
    description: key,
    pin,
    otp: '',
  }
  return call(url, 'transfer/local', { fields, token, key })
}

function settle(key: string, reply: Reply): void {
  unanswered.delete(key)
  const { transaction } = (reply.data ?? {}) as { transaction?: { Id: string } }
  if (transaction) acknowledged.payments.push({ key, id: transaction.Id })
  else found.refused += 1
}

/** What got no answer is asked for again, as a client does: the same key, the same order. */
async function askAgain(): Promise<void> {
  for (const key of unanswered) settle(key, await pay(bank.url, key))
}

/** What this round was told is there, as a customer sees it. */
async function lookAtRound(seen: Record<string, number>): Promise<void> {
  for (const fields of acknowledged.signUps.slice(seen.signUps)) {
    const login = await call(bank.url, 'login', { fields })
    if (login.status !== 'success') found.lost += 1
  }
  for (const { id } of acknowledged.payments.slice(seen.payments)) {
    const receipt = await call(bank.url, `transaction-receipt/${id}`, { token: payer.token })
    if (receipt.status !== 'success') found.lost += 1
  }
}

/** Everything ever acknowledged is there exactly once, and nothing is there by halves. */
async function lookAtEverything(): Promise<void> {
  const db = await openEmbedded({ dataDir })
  const count = async (rows: Promise<{ key: string }[]>) => {
    const counted = new Map<string, number>()
    for (const { key } of await rows) counted.set(key, (counted.get(key) ?? 0) + 1)
    return counted
  }
  const expectOnce = (keys: string[], counted: Map<string, number>, times = 1) => {
    for (const key of keys) if (!counted.has(key)) found.lost += 1
    for (const seen of counted.values()) if (seen > times) found.duplicated += 1
  }
  const names = acknowledged.signUps.map(({ username }) => username)
  expectOnce(names, await count(db.sql`select username as key from customers`))
  const ids = acknowledged.accounts.map(({ id }) => id)
  expectOnce(ids, await count(db.sql`select public_id::text as key from ledger_accounts`))
  const funded = db.sql<{ key: string }>`
    select amount_minor::text as key from transactions
    where type = 'credit' and method = 'bank' and amount_minor < 100000000`
  expectOnce(acknowledged.funds.map(String), await count(funded))
  // Both sides of a payment carry its key.
  const keys = acknowledged.payments.map(({ key }) => key)
  const paid = await count(db.sql`
    select description as key from transactions where method = 'local'`)
  expectOnce(keys, paid, 2)
  for (const key of keys) if (paid.get(key) !== 2) found.half += 1
  const halves = await db.sql`
    select 1 from customers c
    where not exists (select from accounts a where a.owner_id = c.id)
      or not exists (select from cards k where k.customer_id = c.id)
      or not exists (select from notifications n where n.customer_id = c.id)`
  found.half += halves.length
  if ((await audit(db)).length > 0) found.unsound += 1
  await db.close()
}
