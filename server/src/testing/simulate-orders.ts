import type { Rhythm } from '@passbook/contract'
import type { Db } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { momentOf } from '#kernel/context.ts'
import { placeOrder } from '#orders/place.ts'
import { runOrders } from '#orders/run.ts'
import { tellComing } from '#orders/tell.ts'
import { dyingBank, generator } from './simulate-bills.ts'
import { type TestBank, type TestCustomer, testBank } from './test-bank.ts'

/** What came of a simulation; `misses` says in words what is not as it must be. */
export type OrdersRun = {
  days: number
  orders: number
  expected: number
  actual: number
  paid: number
  failed: number
  kills: number
  misses: string[]
}

type Plan = { every: Rhythm; date: string; until: string | null; times: number | null }
type Simulated = Plan & { id: bigint; amount: bigint; rich: boolean }

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2027, 0, 5, 15)
const zone = 'America/New_York'

/**
 * Lives through many days with two workers, standstills, and workers that die with their payment made
 * but not committed: month ends, the leap day of 2028 and both changes of the clock. Then compares what
 * the bank did with what a calendar says that goes from day to day.
 */
export async function simulateOrders(
  db: Db,
  { seed, days }: { seed: number; days: number },
): Promise<OrdersRun> {
  const random = generator(seed)
  const t = await testBank(db, { config: { bankZone: zone } })
  t.clock.advance(start - t.clock.now().getTime())
  const orders = await placeAll(t, random, days)
  const killed = { count: 0 }
  const doomed = dyingBank(t.bank, random, killed)
  const misses: string[] = []
  const live = async (until: number) => {
    while (t.clock.now().getTime() < until) {
      // Hours between two looks, and now and then a standstill of days.
      const step = random() < 0.05 ? random() * 9 * day : (1 + random() * 30) * hour
      t.clock.advance(Math.min(step, Math.max(1000, until - t.clock.now().getTime())))
      await tellComing(t.bank)
      await Promise.all([
        runOrders(t.bank),
        runOrders(random() < 0.3 ? doomed : t.bank).catch(() => undefined),
      ])
      misses.push(...(await paidTooEarly(t, db)))
    }
  }
  await live(start + days * day)
  const last = momentOf(t.bank).day
  // Whatever waits for money then has its last tries behind it after this.
  await live(start + (days + 12) * day)
  const run = await compare(t, db, orders, { last, days })
  await t.stop()
  if (killed.count === 0) misses.push('no worker died')
  return { ...run, kills: killed.count, misses: [...misses, ...run.misses] }
}

async function placeAll(t: TestBank, random: () => number, days: number): Promise<Simulated[]> {
  const flags = { UseOtp: false }
  const people = {
    rich: await t.customer({ balance: '9000000.00', pin: '4821', flags }),
    poor: await t.customer({ balance: '190.00', pin: '4821', flags }),
  }
  const payee = await t.customer()
  const open = { until: null, times: null }
  const plans: Plan[] = [
    ...['2027-01-29', '2027-01-30', '2027-01-31', '2027-02-28', '2027-03-14', '2027-11-07'].map(
      (date) => ({ every: 'monthly' as const, date, ...open }),
    ),
    { every: 'yearly', date: '2028-02-29', ...open },
    { every: 'yearly', date: '2027-01-31', ...open },
    { every: 'weekly', date: '2027-01-08', until: '2028-03-03', times: null },
    { every: 'every two weeks', date: '2027-01-06', until: null, times: 40 },
  ]
  for (let count = 0; count < 10; count += 1) {
    const date = dayAfter('2027-01-05', Math.floor(random() * days))
    plans.push({ every: 'once', date, ...open })
  }
  const orders: Simulated[] = []
  for (const [index, plan] of plans.entries()) {
    const rich = index % 4 !== 2
    const amount = BigInt(1 + Math.floor(random() * 50_00))
    const id = await place(t, { who: rich ? people.rich : people.poor, payee, plan, amount })
    orders.push({ ...plan, id, amount, rich })
  }
  return orders
}

async function place(
  t: TestBank,
  order: { who: TestCustomer; payee: TestCustomer; plan: Plan; amount: bigint },
): Promise<bigint> {
  const { who, payee, plan, amount } = order
  const [customer] = await t.bank.db.sql<Parameters<typeof placeOrder>[1]>`
    select id, username, email, first_name as "firstName", last_name as "lastName",
      pending_transfer as "pendingTransfer" from customers where id = ${who.id}`
  if (!customer) throw new Error('a customer of a simulation is there')
  const { Id } = await placeOrder(t.bank, customer, {
    ...{ kind: 'local', source_account: who.account.publicId, amount, above: false },
    ...{ acc_number: payee.account.number, acc_name: payee.name, description: 'simulated' },
    ...{ destination_account: '', bank: '', bank_name: '', swift: '', card_name: '' },
    ...{ card_number: '', card_expiry: '', wallet_address: '', pot_id: '' },
    ...plan,
    ...{ pin: '4821', otp: '', approval: '', onceKey: undefined },
  })
  const [row] = await t.bank.db.sql<{ id: bigint }>`select id from orders where public_id = ${Id}`
  return row?.id ?? 0n
}

async function paidTooEarly(t: TestBank, db: Db): Promise<string[]> {
  const today = momentOf(t.bank).day
  const early = await db.sql<{ dueOn: string }>`
    select due_on as "dueOn" from orders_due where state <> 'waiting' and due_on > ${today}`
  return early.map(({ dueOn }) => `${dueOn} ended on ${today}`)
}

type Ended = { orderId: bigint; dueOn: string; state: string; amountMinor: bigint; line: string }

async function compare(
  t: TestBank,
  db: Db,
  orders: Simulated[],
  { last, days }: { last: string; days: number },
): Promise<OrdersRun> {
  const ended = await db.sql<Ended>`
    select d.order_id as "orderId", d.due_on as "dueOn", d.state,
      x.amount_minor as "amountMinor", x.state as line
    from orders_due d left join transactions x on x.id = d.transaction_id
    where d.state <> 'waiting' and d.due_on <= ${last}`
  const misses = await t.findings()
  let expected = 0
  for (const order of orders) {
    const due = walked(order, last)
    expected += due.length
    const own = ended.filter(({ orderId }) => orderId === order.id)
    const found = own.map(({ dueOn }) => dueOn).sort()
    if (found.join() !== due.join()) {
      misses.push(`${order.every} ${order.date}: due ${due.join(' ')}, ended ${found.join(' ')}`)
    }
    for (const { state, line, amountMinor, dueOn } of own) {
      const right = state === 'paid' ? 'completed' : 'failed'
      if (line !== right || amountMinor !== order.amount) {
        misses.push(`${dueOn} ${order.date}: ${amountMinor} ${line}, not ${order.amount} ${right}`)
      }
      if (state !== 'paid' && order.rich) misses.push(`${dueOn}: not paid though there was money`)
    }
  }
  misses.push(...(await strayLines(db)))
  const paid = ended.filter(({ state }) => state === 'paid').length
  const failed = ended.length - paid
  if (failed === 0) misses.push('no order was without money')
  const actual = ended.length
  return { days, orders: orders.length, expected, actual, paid, failed, kills: 0, misses }
}

/** Lines of the payers that belong to no date, and dates of the payers without one. */
async function strayLines(db: Db): Promise<string[]> {
  const [row] = await db.sql<{ lines: number; dates: number }>`
    select (select count(*)::int4 from transactions
        where description = 'simulated' and type = 'debit') as lines,
      (select count(*)::int4 from orders_due where transaction_id is not null) as dates`
  return row?.lines === row?.dates ? [] : [`${row?.lines} lines for ${row?.dates} dates`]
}

/** Said by a calendar that knows nothing of the bank's: from day to day, month ends by tomorrow. */
function walked({ every, date, until, times }: Plan, last: string): string[] {
  const dates: string[] = []
  for (let at = Date.parse(`${date}T00:00:00Z`), passed = 0; ; at += day, passed += 1) {
    const current = new Date(at).toISOString().slice(0, 10)
    if (current > last || (until !== null && current > until) || dates.length === times) {
      return dates
    }
    const lastOfMonth = new Date(at + day).getUTCDate() === 1
    const number = new Date(at).getUTCDate()
    const wanted = Number(date.slice(8))
    const onDay = number === wanted || (lastOfMonth && number < wanted)
    const due = {
      once: passed === 0,
      weekly: passed % 7 === 0,
      'every two weeks': passed % 14 === 0,
      monthly: onDay,
      yearly: onDay && current.slice(5, 7) === date.slice(5, 7),
    }[every]
    if (due) dates.push(current)
  }
}
