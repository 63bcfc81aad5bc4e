import { setTimeout as pause } from 'node:timers/promises'
import { type Db, openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { audit } from '../server/src/ledger/audit.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Customer, call, type Reply, succeed } from './lib/bank-client.ts'
import { type Home, makeHome, type RunningBank, startBank, stopped } from './lib/bank-server.ts'
import { quantile } from './lib/figures.ts'
import { makePayers } from './lib/transfer-load.ts'

// Transfers are called back at random moments around their release while the server is killed and
// started again. Whatever was answered, and whoever died, each was paid once or returned once.
const settings = readArguments({ undos: 200, kills: 10, seed: 1, database: 'embedded' })
const { undos, kills, seed, database } = settings
const random = randomFrom(seed)
const undoSeconds = 2
const people = 4
// Half of the orders go to an account inside the bank that this customer has not paid before.
const accountsEach = Math.min(10, Math.ceil(undos / 2 / (people * (people - 1))))
const retryMs = 50
const giveUpMs = 180_000

type Stage = { home: Home; now: { bank: RunningBank }; customers: Customer[] }

/** An order, and what its customer was told when calling it back. */
type Tried = { id: string; undoUntil: number; answer: 'returned' | 'too late' | string }

async function run() {
  await using undo = new AsyncDisposableStack()
  const began = Date.now()
  const stage = await setUp(undo)
  const orders = ordersOf(stage.customers)
  const tried: Tried[] = []
  for (let round = 0; round < kills; round += 1) {
    const part = orders.slice(
      Math.floor((orders.length * round) / kills),
      Math.floor((orders.length * (round + 1)) / kills),
    )
    const first = Promise.withResolvers<number>()
    const calls = part.map((order) => placeAndUndo(stage, order, first.resolve))
    // Around the release of the first, while others are placed, called back and paid.
    await pause(Math.max(0, (await first.promise) - Date.now() + (random() * 2 - 1.5) * 1000))
    await stopped(stage.now.bank.child, 'SIGKILL')
    stage.now.bank = await startBank(stage.home.env)
    tried.push(...(await Promise.all(calls)))
  }
  await allDecided(stage, tried)
  await stage.now.bank.stop()
  const found = await lookAt(stage, tried)
  const { wrong, unsound, returned, paid } = found
  return {
    // A run in which one side always won has shown nothing.
    ok: wrong.length === 0 && unsound === 0 && returned > 0 && paid > 0,
    experiment: 'undo',
    database,
    undos: tried.length,
    kills,
    seed,
    ...found,
    seconds: Math.round((Date.now() - began) / 1000),
  }
}

async function setUp(undo: AsyncDisposableStack): Promise<Stage> {
  const home = await makeHome(database)
  undo.defer(() => home.remove())
  Object.assign(home.env, {
    DAILY_LIMIT_USD: '1000000000',
    RAIL_SECONDS: '0',
    LOG_LEVEL: 'fatal',
  })
  const now = { bank: await startBank(home.env) }
  undo.defer(() => now.bank.stop())
  const customers = await makePayers(now.bank, people)
  for (const customer of customers) {
    const fields = { accountType: 'savings', currency: 'usd', accountName: 'more' }
    for (let more = 1; more < accountsEach; more += 1) {
      const { token } = customer
      const made = succeed(await call(now.bank.url, 'account', { fields, token }))
      customer.accounts.push(made.data as Customer['accounts'][number])
    }
  }
  return { home, now, customers }
}

type Order = { from: Customer; path: string; key: string; fields: Record<string, string> }

/** Half of them inside the bank, half of them out of it; nobody is paid twice by the same customer. */
function ordersOf(customers: Customer[]): Order[] {
  const pairs = customers.flatMap((from) =>
    customers
      .filter((to) => to !== from)
      .flatMap((to) => to.accounts.map(({ Number: number }) => ({ from, number }))),
  )
  return Array.from({ length: undos }, (_, nth) => {
    const inside =
      nth % 2 === 0 ? pairs.splice(Math.floor(random() * pairs.length), 1)[0] : undefined
    const from = inside?.from ?? customers[nth % customers.length]
    if (!from) throw new Error('an order needs somebody who pays')
    const key = `order-${nth}`
    const to = inside
      ? { acc_number: inside.number }
      : { acc_number: String(8_830_071_101 + nth), bank: 'Chase', bank_name: 'Chase' }
    const fields = {
      source_account: from.accounts[0]?.Id ?? '',
      amount: '1.00',
      acc_name: 'Test Customer',
      description: key,
      pin: from.pin,
      undo_seconds: String(undoSeconds),
      ...to,
    }
    return { from, path: inside ? 'transfer/local' : 'transfer/', key, fields }
  })
}

/** Places an order and calls it back at some moment around its release. */
async function placeAndUndo(
  stage: Stage,
  { from, ...order }: Order,
  onPlaced: (undoUntil: number) => void,
): Promise<Tried> {
  const { token } = from
  await pause(random() * 1000)
  const placed = succeed(await answered(stage, (url) => call(url, order.path, { ...order, token })))
  const { Id, UndoUntil } = (placed.data as { transaction: { Id: string; UndoUntil?: string } })
    .transaction
  // After a kill the first answer may have been lost; the repeat may come when the time is over.
  const undoUntil = UndoUntil ? Date.parse(UndoUntil) : Date.now()
  onPlaced(undoUntil)
  await pause(Math.max(0, undoUntil - Date.now() + (random() * 2 - 1.4) * 1000))
  const reply = await answered(stage, (url) =>
    call(url, `transfer/${Id}/undo`, { fields: {}, token }),
  )
  const { http, message } = reply
  const answer = http === 200 ? 'returned' : http === 409 ? 'too late' : `${http} ${message}`
  return { id: Id, undoUntil, answer }
}

/** Asks until there is an answer; the key, and the state of the transfer, make a repeat harmless. */
async function answered({ now }: Stage, request: (url: string) => Promise<Reply>): Promise<Reply> {
  const end = Date.now() + giveUpMs
  while (Date.now() < end) {
    const reply = await request(now.bank.url).catch(() => undefined)
    if (reply && reply.http < 500) return reply
    await pause(retryMs)
  }
  throw new Error('the bank did not answer any more')
}

/** Waits until nothing is pending. A claim whose process was killed is taken over after its lease. */
async function allDecided(stage: Stage, tried: Tried[]): Promise<void> {
  const tokens = new Map(stage.customers.map(({ token, accounts }) => [token, accounts[0]?.Id]))
  const end = Date.now() + giveUpMs
  for (;;) {
    let waiting = 0
    for (const [token, id] of tokens) {
      for (let page = 1; ; page += 1) {
        const path = `transactions/${id}?page=${page}`
        const reply = succeed(await answered(stage, (url) => call(url, path, { token })))
        const { List, Meta } = reply.data as {
          List: { State: string }[]
          Meta: { PageSize: number }
        }
        waiting += List.filter(({ State }) => State === 'pending').length
        if (page >= Meta.PageSize) break
      }
    }
    if (waiting === 0) return
    if (Date.now() > end) throw new Error(`${waiting} of ${tried.length} are still pending`)
    await pause(500)
  }
}

type Found = {
  state: string
  reason: string | null
  payments: number
  credits: number
  lag: number
}

/** Each line is completed with one entry, or failed with none and as its customer was told. */
async function lookAt({ home }: Stage, tried: Tried[]) {
  const { postgres, env } = home
  const db = postgres
    ? await openPostgres({ url: postgres.url })
    : await openEmbedded({ dataDir: env.DATA_DIR ?? '' })
  const wrong: string[] = []
  const lagsMs: number[] = []
  let [returned, paid] = [0, 0]
  for (const one of tried) {
    const line = await lineOf(db, one.id)
    const back = line?.state === 'failed' && line.reason === 'Called back by you'
    const gone = line?.state === 'completed'
    if (back) returned += 1
    if (gone) paid += 1
    if (gone) lagsMs.push(line.lag)
    const sound = back
      ? one.answer === 'returned' && line.payments === 0 && line.credits === 0
      : gone && one.answer === 'too late' && line.payments === 1 && line.credits <= 1
    if (!sound) wrong.push(`${one.id}: ${one.answer}, ${JSON.stringify(line)}`)
  }
  const unsound = (await audit(db)).length
  await db.close()
  return {
    returned,
    paid,
    wrong: wrong.slice(0, 5),
    unsound,
    releaseP50Ms: Math.round(quantile(lagsMs, 0.5)),
  }
}

/** A line with how often its money went, by its key, which is the description of both sides. */
async function lineOf(db: Db, id: string): Promise<Found | undefined> {
  const [line] = await db.sql<Found>`
    select t.state, t.failure_reason as reason,
      (select count(*)::int4 from ledger_postings p
        where p.entry_id = t.entry_id and p.account_id = t.account_id) as payments,
      (select count(*)::int4 from transactions c
        where c.description = t.description and c.type = 'credit') as credits,
      (extract(epoch from t.decided_at - w.undo_until) * 1000)::float8 as lag
    from transactions t join transfers w on w.transaction_id = t.id where t.id = ${id}`
  return line
}

report(await run())
