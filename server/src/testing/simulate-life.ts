import type { Rhythm } from '@passbook/contract'
import type { Db } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { randomFrom } from '#kernel/random.ts'
import { runOrders } from '#orders/pay-due.ts'
import { tellComing } from '#orders/tell.ts'
import { type TestBank, testBank } from './test-bank.ts'

/** What came of a simulation; `misses` says in words what is not as it must be. */
export type LifeRun = {
  days: number
  orders: number
  expected: number
  actual: number
  paid: number
  failed: number
  kills: number
  misses: string[]
}

export const simulatedStart = '2027-01-05'
const hour = 3_600_000
const day = 24 * hour
const startAt = Date.parse(`${simulatedStart}T15:00:00Z`)
const zone = 'America/New_York'
// Whatever waits for money at the end has its last tries behind it after these.
const daysAfter = 12

/** How a simulation begins and how it is looked at in the end. */
type Life<Order> = {
  begin(t: TestBank, random: () => number): Promise<Order[]>
  /** Compares what the bank did up to a day with what a calendar says. */
  compare(t: TestBank, orders: Order[], last: string): Promise<Omit<LifeRun, 'days' | 'kills'>>
}

/**
 * Lives through many days with two workers, standstills, and workers that die with their payment made
 * but not committed: month ends, the leap day of 2028 and both changes of the clock.
 */
export async function liveThrough<Order>(
  db: Db,
  { seed, days }: { seed: number; days: number },
  { begin, compare }: Life<Order>,
): Promise<LifeRun> {
  const random = randomFrom(seed)
  const t = await testBank(db, { config: { bankZone: zone } })
  t.clock.advance(startAt - t.clock.now().getTime())
  const orders = await begin(t, random)
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
      misses.push(...(await endedTooEarly(t, db)))
    }
  }
  await live(startAt + days * day)
  const last = momentOf(t.bank).day
  await live(startAt + (days + daysAfter) * day)
  const found = await t.findings()
  const run = await compare(t, orders, last)
  await t.stop()
  if (killed.count === 0) misses.push('no worker died')
  return { ...run, days, kills: killed.count, misses: [...misses, ...found, ...run.misses] }
}

async function endedTooEarly(t: TestBank, db: Db): Promise<string[]> {
  const today = momentOf(t.bank).day
  const early = await db.sql<{ dueOn: string }>`
    select due_on as "dueOn" from orders_due where state <> 'waiting' and due_on > ${today}`
  return early.map(({ dueOn }) => `${dueOn} ended on ${today}`)
}

/** A worker that dies at the worst moment: all of a payment is written, nothing is committed. */
function dyingBank(bank: Bank, random: () => number, killed: { count: number }): Bank {
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

/** When something is due, by a rule. */
export type Plan = { every: Rhythm; date: string; until: string | null; times: number | null }

/** Said by a calendar that knows nothing of the bank's: from day to day, month ends by tomorrow. */
export function walked({ every, date, until, times }: Plan, last: string): string[] {
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
