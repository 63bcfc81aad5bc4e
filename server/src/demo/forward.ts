import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type BankTime, dayIn, type ForwardSpan, hourIn } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { readBusinessTime } from '#db/db-clock.ts'
import { settledMs } from '#interest/accrue.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { Moment } from '#ledger/ledger.ts'
import { type Live, makeLive, payDay } from './living.ts'

const dayMs = 86_400_000
/**
 * How far ahead the bank's date goes: who visits a public demonstration must not leave it in a time
 * where the next visitors find nothing as they know it. The operator may go further, up to where dates
 * would only look odd.
 */
const aheadDays = { customer: 731, operator: 3653 }
// A lease: who passes days renews it at every moment, and who died loses it.
const leaseMs = 20_000
/** NOTIFY: tells the other processes that business time has moved. */
const clockChannel = 'bank_clock'

type Row = {
  standsAt: Date | null
  fromAt: Date | null
  untilAt: Date | null
  days: number | null
  aheadMs: bigint
}

async function readRow(sql: Sql, lock = false): Promise<Row> {
  if (lock) await sql`select from bank_clock for update`
  const [row] = await sql<Row>`
    select stands_at as "standsAt", from_at as "fromAt", until_at as "untilAt", days,
      ahead_ms as "aheadMs"
    from bank_clock`
  if (!row) throw new Error('bank_clock has one row')
  return row
}

/** The bank's date, and how far it has come where days are being passed. */
export async function bankTime(bank: Bank): Promise<BankTime> {
  const row = await readRow(bank.db.sql)
  bank.clock.follow({ aheadMs: Number(row.aheadMs), standsAt: row.standsAt })
  const { at, day } = momentOf(bank)
  if (!row.standsAt || !row.fromAt || row.days === null) {
    return { Now: at, Today: day, Passing: null }
  }
  const passedMs = row.standsAt.getTime() - row.fromAt.getTime()
  const Done = Math.min(row.days, Math.floor(passedMs / dayMs))
  return { Now: at, Today: day, Passing: { Done, Days: row.days } }
}

/**
 * Begins to pass days: business time stands from now on, and a job takes it on from there. The row's
 * lock lets one of many at once begin; the others are refused until it is over.
 */
export async function beginForward(
  bank: Bank,
  sql: Sql,
  { by, who }: { by: ForwardSpan | number; who: keyof typeof aheadDays },
): Promise<void> {
  const row = await readRow(sql, true)
  if (row.standsAt) throw refusal('days_passing')
  bank.clock.follow({ aheadMs: Number(row.aheadMs), standsAt: null })
  const { at, day } = momentOf(bank)
  const { days, until } = targetOf(by, { at, day, zone: bank.config.bankZone })
  if (Number(row.aheadMs) + until.getTime() - at.getTime() > aheadDays[who] * dayMs) {
    throw refusal('days_too_far')
  }
  await sql`
    update bank_clock set stands_at = ${at}, from_at = ${at}, until_at = ${until},
      days = ${days}, passer = null, leased_until = null`
  await sql`select pg_notify(${clockChannel}, '')`
}

/** The same for a customer: those whose passwords everybody knows, so that nobody else's date is moved. */
export async function forwardByCustomer(
  bank: Bank,
  customerId: bigint,
  by: ForwardSpan | number,
): Promise<BankTime> {
  await bank.db.transaction(async (sql) => {
    const demo = await sql`
      select from customers where id = ${customerId} and demo_state is not null`
    if (demo.length === 0) throw refusal('days_not_yours')
    await beginForward(bank, sql, { by, who: 'customer' })
  })
  return bankTime(bank)
}

/** How many days that is, and the moment at which they have passed. */
function targetOf(
  by: ForwardSpan | number,
  { at, day, zone }: { at: Date; day: string; zone: string },
): { days: number; until: Date } {
  const days = typeof by === 'number' ? by : by === 'pay-day' ? daysToPayDay(day) : spanDays[by]
  const wanted = dayAfter(day, days)
  const later = new Date(at.getTime() + days * dayMs)
  // Near midnight a change of the clock would lead to the day before or after.
  const until = dayIn(later, zone) === wanted ? later : hourIn(wanted, 12, zone)
  // On pay-day the wages are there and what is due has been paid, whatever time it is now.
  const settled = hourIn(wanted, 10, zone)
  return { days, until: by === 'pay-day' && until < settled ? settled : until }
}

const spanDays = { day: 1, week: 7 }

function daysToPayDay(today: string): number {
  let days = 1
  while (Number(dayAfter(today, days).slice(8)) !== payDay) days += 1
  return days
}

const readAgainMs = 1000

/**
 * Keeps this process by the business time that another one moves. Each reading waits for the one
 * before it; `stop` ends it.
 */
export async function followBankClock({ db, clock }: Bank): Promise<{ stop(): Promise<void> }> {
  let reading = Promise.resolve()
  const read = () => {
    reading = reading
      .then(async () => clock.follow(await readBusinessTime(db.sql)))
      // Asked again, or this process would stand in the past: the notice comes once.
      .catch(() => {
        clearTimeout(again)
        again = setTimeout(read, readAgainMs).unref()
      })
  }
  let again: NodeJS.Timeout | undefined
  const unlisten = await db.listen(clockChannel, read, read)
  const stop = async () => {
    clearTimeout(again)
    await unlisten()
  }
  return { stop }
}

/** The embedded database is one process's alone: whoever had a lease of it is dead. */
export async function forgetLease({ db }: Bank): Promise<void> {
  if (db.kind === 'embedded') await db.sql`update bank_clock set leased_until = null`
}

/**
 * Lets business time run on from where it stands, in a bank that is no demonstration any more: nobody
 * would pass the rest of the days, and what is due would wait for them. One statement, so that the
 * row's lock keeps out whoever still passes days; they then find that these are no longer theirs.
 */
export async function leaveDays({ db, clock }: Bank): Promise<void> {
  // Ahead by a millisecond more at the least: of two readings, more ahead is the later one.
  await db.sql`
    with left_at as (
      update bank_clock set
        ahead_ms = greatest(ahead_ms + 1,
          ceil(extract(epoch from stands_at - ${clock.now()}::timestamptz) * 1000)::bigint),
        stands_at = null, from_at = null, until_at = null, days = null, passer = null,
        leased_until = null
      where stands_at is not null returning 1)
    select pg_notify(${clockChannel}, '') from left_at`
}

/** The bank without mail: nobody is to be mailed about days that somebody passes in a minute. */
export const quietly = (bank: Bank): Bank => ({
  ...bank,
  mailer: { ...bank.mailer, queue: async () => {}, queueAll: async () => {} },
})

type Passing = {
  /** Does what is due at the moment at which business time stands. */
  runJobs: () => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Passes the days that are to be passed, if any and if nobody else does, moment by moment and in order:
 * at each, one transaction moves business time on and plays what the demo customers did until then, and
 * after it everything runs that is due. Whoever dies leaves business time at a moment, with all that
 * came before it in the books, and whoever comes next does what is due there once more, which by then
 * is nothing or the rest, and goes on. Tells whether it came to the end.
 */
export async function passDays(bank: Bank, { runJobs, signal }: Passing): Promise<boolean> {
  const me = randomUUID()
  const taken = await takeOver(bank, me)
  if (!taken) return false
  const live = makeLive(bank)
  const aheadMs = Number(taken.aheadMs)
  let at = taken.standsAt
  bank.clock.follow({ aheadMs, standsAt: at })
  await runJobs()
  while (at < taken.untilAt) {
    if (signal?.aborted) {
      await bank.db.sql`update bank_clock set leased_until = null where passer = ${me}`
      return false
    }
    const next = await momentAfter(bank, at, taken.untilAt)
    if (!(await moveOn(bank, live, { me, from: at, to: next }))) return false
    at = next
    bank.clock.follow({ aheadMs, standsAt: at })
    await runJobs()
    // Requests that came meanwhile get their turn.
    await breathe()
  }
  return arrive(bank, me)
}

type Taken = { standsAt: Date; untilAt: Date; aheadMs: bigint }

async function takeOver({ db, clock }: Bank, me: string): Promise<Taken | undefined> {
  const now = clock.now()
  const [row] = await db.sql<Taken>`
    update bank_clock set passer = ${me}, leased_until = ${new Date(now.getTime() + leaseMs)}
    where stands_at is not null and (leased_until is null or leased_until <= ${now})
    returning stands_at as "standsAt", until_at as "untilAt", ahead_ms as "aheadMs"`
  return row
}

/** One step; not where another has taken over. */
function moveOn(
  { db, clock }: Bank,
  live: Live,
  { me, from, to }: { me: string; from: Date; to: Date },
): Promise<boolean> {
  const leasedUntil = new Date(clock.now().getTime() + leaseMs)
  return db.transaction(async (sql) => {
    const moved = await sql`
      update bank_clock set stands_at = ${to}, leased_until = ${leasedUntil}
      where passer = ${me} and stands_at = ${from} returning 1`
    if (moved.length === 0) return false
    await live(sql, { from, to })
    await sql`select pg_notify(${clockChannel}, '')`
    return true
  })
}

/** Business time runs again, ahead by what has passed. */
async function arrive(bank: Bank, me: string): Promise<boolean> {
  const done = await bank.db.transaction(async (sql) => {
    const ended = await sql`
      update bank_clock set
        ahead_ms = ahead_ms + (extract(epoch from until_at - from_at) * 1000)::bigint,
        stands_at = null, from_at = null, until_at = null, days = null, passer = null,
        leased_until = null
      where passer = ${me} and stands_at = until_at returning 1`
    await sql`select pg_notify(${clockChannel}, '')`
    return ended.length > 0
  })
  bank.clock.follow(await readBusinessTime(bank.db.sql))
  return done
}

/**
 * The moment after this one at which there is something to do: when a day begins in the bank's zone,
 * the last moment, or before that one of the hours at which what could not be paid is tried again, once
 * something waits for it, and on the first of a month the moment at which its interest is paid. Most
 * days have one moment, which is what makes a year pass in seconds.
 */
async function momentAfter(bank: Bank, at: Date, until: Date): Promise<Date> {
  const { bankZone, orderTryHours } = bank.config
  const day = dayIn(at, bankZone)
  const midnight = hourIn(dayAfter(day, 1), 0, bankZone)
  const interestAt = new Date(hourIn(day, 0, bankZone).getTime() + settledMs)
  const paysInterest = day.endsWith('-01') && at < interestAt
  const end = least(paysInterest ? interestAt : midnight, until)
  const dueAt = await nextDue(bank.db.sql, { at, day })
  if (!dueAt || dueAt >= end) return end
  const hours = orderTryHours.map((hour) => hourIn(day, hour, bankZone))
  return hours.find((hour) => hour > at && hour >= dueAt && hour < end) ?? end
}

const least = (one: Date, other: Date): Date => (one < other ? one : other)

/** When something falls due next that waits on this day: a bill, an order, a transfer, a repayment. */
async function nextDue(sql: Sql, { at, day }: Moment): Promise<Date | null> {
  const [row] = await sql<{ next: Date | null }>`
    select least(
      (select min(next_try_at) from orders_due
        where state = 'waiting' and due_on <= ${day} and next_try_at > ${at}),
      (select min(due_at) from transfers where not done and not review and due_at > ${at}),
      (select min(auto_try_at) from loans
        where auto_account_id is not null and state = 'active' and auto_try_at > ${at})) as next`
  return row?.next ?? null
}
