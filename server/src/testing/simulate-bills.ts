import { saveBill } from '#bills/bills.ts'
import { payDueBills } from '#bills/pay.ts'
import type { Db } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { type TestBank, type TestCustomer, testBank } from './test-bank.ts'

/** What came of a simulation; `misses` says in words what is not as it must be. */
export type ScheduleRun = {
  days: number
  bills: number
  expected: number
  actual: number
  paid: number
  failed: number
  kills: number
  misses: string[]
}

type Plan = { type: 'recurring' | 'one time'; date: string; amount: bigint; rich: boolean }
type SimulatedBill = Plan & { publicId: string; who: TestCustomer }

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2027, 0, 5, 15)
const zone = 'America/New_York'

/**
 * Lives through many days with two workers, standstills, and workers that die with their payment
 * made but not committed. Then compares what the bank did with what a calendar says.
 */
export async function simulateBills(
  db: Db,
  { seed, days }: { seed: number; days: number },
): Promise<ScheduleRun> {
  const random = generator(seed)
  const t = await testBank(db, { config: { bankZone: zone } })
  t.clock.advance(start - t.clock.now().getTime())
  const bills = await saveBills(t, random, days)
  const killed = { count: 0 }
  const doomed = dyingBank(t.bank, random, killed)
  const end = start + days * day
  while (t.clock.now().getTime() < end) {
    // Hours between two looks, and now and then a standstill of days.
    const step = random() < 0.05 ? random() * 9 * day : (1 + random() * 30) * hour
    t.clock.advance(Math.min(step, Math.max(1000, end - t.clock.now().getTime())))
    await Promise.all([
      payDueBills(t.bank),
      payDueBills(random() < 0.3 ? doomed : t.bank).catch(() => undefined),
    ])
  }
  // Whatever still waits for money has its last tries behind it after this; the day stays the same.
  for (let tries = 0; tries < 5; tries += 1) {
    await payDueBills(t.bank)
    t.clock.advance(hour)
  }
  const run = await compare(t, db, bills, days)
  await t.stop()
  if (killed.count === 0) run.misses.push('no worker died')
  return { ...run, kills: killed.count }
}

async function saveBills(t: TestBank, random: () => number, days: number) {
  const people = {
    rich: await t.customer({ balance: '1000000.00' }),
    poor: await t.customer({ balance: '90.00' }),
  }
  const on = (month: string, date: number) => `${month}-${String(date).padStart(2, '0')}`
  const plans: Plan[] = [29, 30, 31, 1, 15].flatMap((date) => [
    { type: 'recurring', date: on('2027-01', date), amount: 0n, rich: true },
    { type: 'recurring', date: on('2027-03', date), amount: 0n, rich: date !== 31 },
  ])
  for (let count = 0; count < 20; count += 1) {
    const date = new Date(start + Math.floor(random() * (days + 20)) * day)
    const rich = count % 5 > 0
    plans.push({ type: 'one time', date: date.toISOString().slice(0, 10), amount: 0n, rich })
  }
  const today = momentOf(t.bank).day
  const bills: SimulatedBill[] = []
  for (const plan of plans) {
    const isPast = plan.date < today
    const date = isPast ? today : plan.date
    const amount = BigInt(1 + Math.floor(random() * 50_00))
    const who = plan.rich ? people.rich : people.poor
    const order = { biller: 'Netflix Inc', accountName: 'simulated', type: plan.type, amount, date }
    const publicId = await saveBill(t.bank, who.id, { ...order, account: who.account.publicId })
    bills.push({ ...plan, date, amount, publicId, who })
  }
  return bills
}

/** A worker that dies at the worst moment: all of a payment is written, nothing is committed. */
export function dyingBank(bank: Bank, random: () => number, killed: { count: number }): Bank {
  const { db } = bank
  return {
    ...bank,
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (sql) => {
          const result = await work(sql)
          if (result === undefined || random() < 0.5) return result
          killed.count += 1
          // On a server the connection is really cut; in one process only an error can do it.
          if (db.kind === 'postgres') await sql`select pg_terminate_backend(pg_backend_pid())`
          throw new Error('the worker died')
        }),
    },
  }
}

type Payment = {
  publicId: string
  dueOn: string
  paid: boolean
  amountMinor: bigint
  state: string
  accountId: bigint
  line: bigint
  method: string
}

async function compare(t: TestBank, db: Db, bills: SimulatedBill[], days: number) {
  const today = momentOf(t.bank).day
  const payments = await db.sql<Payment>`
    select b.public_id as "publicId", p.due_on as "dueOn", p.paid,
      x.amount_minor as "amountMinor", x.state, x.account_id as "accountId", x.line, x.method
    from bill_payments p join bills b on b.id = p.bill_id
      left join transactions x on x.id = p.transaction_id`
  const misses = await t.findings()
  let expected = 0
  for (const bill of bills) {
    const due = dueDates(bill, today)
    expected += due.length
    const own = payments.filter(({ publicId }) => publicId === bill.publicId)
    const found = own.map(({ dueOn }) => dueOn).sort()
    if (found.join() !== due.join()) {
      misses.push(`${bill.date} ${bill.type}: due ${due.join(' ')}, ended ${found.join(' ')}`)
    }
    for (const { paid, amountMinor, state, dueOn, accountId } of own) {
      const right = amountMinor === bill.amount && accountId === bill.who.account.id
      if (!right || state !== (paid ? 'completed' : 'failed')) {
        misses.push(`${dueOn} ${bill.date}: ${amountMinor} ${state}, not ${bill.amount}`)
      }
      if (!paid && bill.rich) misses.push(`${dueOn} ${bill.date}: not paid though there was money`)
    }
  }
  misses.push(...(await strayLines(db, payments)), ...(await wrongBalances(db, bills, payments)))
  const paid = payments.filter((payment) => payment.paid).length
  const failed = payments.length - paid
  if (failed === 0) misses.push('no bill was without money')
  const actual = payments.length
  return { days, bills: bills.length, expected, actual, paid, failed, kills: 0, misses }
}

/** Said by a calendar that knows nothing of the bank's: from day to day, month ends by tomorrow. */
function dueDates({ type, date }: SimulatedBill, today: string): string[] {
  if (type === 'one time') return date <= today ? [date] : []
  const wanted = Number(date.slice(8))
  const dates: string[] = []
  for (let at = Date.parse(`${date}T00:00:00Z`); ; at += day) {
    const current = new Date(at).toISOString().slice(0, 10)
    if (current > today) return dates
    const lastOfMonth = new Date(at + day).getUTCDate() === 1
    const number = new Date(at).getUTCDate()
    if (number === wanted || (lastOfMonth && number < wanted)) dates.push(current)
  }
}

async function strayLines(db: Db, payments: Payment[]): Promise<string[]> {
  const [row] = await db.sql<{ count: number }>`
    select count(*)::int4 as count from transactions where method = 'bill'`
  return row?.count === payments.length
    ? []
    : [`${row?.count} lines on the statements for ${payments.length} payments`]
}

async function wrongBalances(db: Db, bills: SimulatedBill[], payments: Payment[]) {
  const misses: string[] = []
  for (const { account } of new Set(bills.map(({ who }) => who))) {
    const own = payments.filter(({ accountId, paid }) => paid && accountId === account.id)
    const spent = own.reduce((total, { amountMinor }) => total + amountMinor, 0n)
    const [row] = await db.sql<{ balance: bigint }>`
      select balance_minor as balance from ledger_accounts where id = ${account.id}`
    const left = account.balanceMinor - spent
    if (row?.balance !== left) misses.push(`${row?.balance} is left, not ${left}`)
  }
  return misses
}

/** The same numbers for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
