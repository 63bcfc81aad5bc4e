import { type CurrencyCode, interestPayment, toDateParts } from '@passbook/contract'
import { part, type Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { workThrough } from '#kernel/work-through.ts'
import { groupAccounts } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { accrueOnly, type Clocked, lastDayOver, type Options, setAside } from './accrue.ts'

const groupSize = 200

/**
 * Pays the interest of every month that is over and whose days are all counted, of each account and
 * month once; answers how many payments were made. The bank's statement has it as a credit of its own,
 * of which the customer is told as of any.
 */
export async function payInterest(bank: Bank, options: Options = {}): Promise<number> {
  let paid = 0
  await workThrough<bigint>({
    signal: options.signal,
    group: async (took) => {
      const { done, left } = await bank.db.transaction(async (sql) => {
        const due = await takeDue(bank, sql)
        took(due.map(({ accountId }) => accountId))
        return pay(bank, sql, due)
      })
      paid += done
      return left
    },
    alone: async (accountId) => {
      paid += await bank.db.transaction(async (sql) => {
        const due = await takeDue(bank, sql, { only: [accountId] })
        return (await pay(bank, sql, due, ledger.post)).done
      })
    },
    setAside: (accountId, error) => setAside(bank, accountId, error, options),
  })
  return paid
}

/** Counts and pays what is due of these accounts, in the caller's transaction; answers how much. */
export async function payOnly(
  bank: Clocked,
  sql: Sql,
  { only, last = lastDayOver(bank) }: { only: readonly bigint[]; last?: string },
): Promise<{ postedMinor: bigint }> {
  await accrueOnly(bank, sql, { only, last })
  let postedMinor = 0n
  for (;;) {
    const due = await takeDue(bank, sql, { only, last })
    if (due.length === 0) return { postedMinor }
    postedMinor += (await pay(bank, sql, due, ledger.post)).postedMinor
  }
}

/**
 * Pays all that an account has earned up to yesterday, in the middle of a month too, before it is
 * closed; answers how much that was. What is less than a minor unit stays where it is.
 */
export async function settleInterest(
  bank: Clocked,
  sql: Sql,
  accountId: bigint,
): Promise<{ postedMinor: bigint }> {
  const last = dayAfter(momentOf(bank).day, -1)
  const months = await payOnly(bank, sql, { only: [accountId], last })
  const rest = await takeDue(bank, sql, { only: [accountId], last, anyDay: true })
  const { postedMinor } = await pay(bank, sql, rest, ledger.post)
  return { postedMinor: months.postedMinor + postedMinor }
}

type Taken = {
  accountId: bigint
  currency: CurrencyCode
  from: string
  to: string
  carriedMillionths: bigint
}

/** A month to pay, with the sum of its days, which may be more digits than a bigint column has. */
type Due = Taken & { accruedMillionths: string }

const paymentOf = ({ carriedMillionths, accruedMillionths }: Due) =>
  interestPayment(carriedMillionths, BigInt(accruedMillionths))

/** Pays what passes and answers what is left; `alone` posts what does not pass, which says why. */
async function pay(
  bank: Clocked,
  sql: Sql,
  due: readonly Due[],
  alone?: typeof ledger.post,
): Promise<{ done: number; left: bigint[]; postedMinor: bigint }> {
  if (due.length === 0) return { done: 0, left: [], postedMinor: 0n }
  const moment = momentOf(bank)
  const paying = due.filter((one) => paymentOf(one).postedMinor > 0n)
  const results = await postAll(sql, paying, moment)
  const lineOf = new Map<Due, ledger.PostedLine>()
  const left = new Set<Due>()
  for (const [index, one] of paying.entries()) {
    const entry = results.entries[index]
    const done = results.posted[index] ?? (entry && (await alone?.(sql, { ...moment, ...entry })))
    const line = done?.lines[0]
    if (line) lineOf.set(one, line)
    else left.add(one)
  }
  const done = due.filter((one) => !left.has(one))
  await write(sql, done, { lineOf, at: moment.at })
  return {
    done: lineOf.size,
    left: [...left].map(({ accountId }) => accountId),
    postedMinor: [...lineOf.keys()].reduce((sum, one) => sum + paymentOf(one).postedMinor, 0n),
  }
}

async function postAll(sql: Sql, due: readonly Due[], moment: ledger.Moment) {
  if (due.length === 0) return { entries: [], posted: [] }
  const expenseOf = groupAccounts(
    sql,
    'interest-paid',
    due.map(({ accountId }) => accountId),
  )
  const entries = []
  for (const one of due) entries.push(entryOf(one, await expenseOf(one.currency)))
  return { entries, posted: await ledger.postMany(sql, entries, moment) }
}

function entryOf(due: Due, expense: bigint) {
  const amountMinor = paymentOf(due).postedMinor
  const name = `Interest ${monthName(due.from)}`
  return {
    kind: 'interest.paid',
    memo: due.from.slice(0, 7),
    legs: [
      { accountId: expense, amountMinor: -amountMinor },
      {
        accountId: due.accountId,
        amountMinor,
        line: { method: 'interest', gateway: 'passbook', name, description: name },
      },
    ],
  }
}

/** `October 2026`. */
function monthName(day: string): string {
  const { monthName: name, year } = toDateParts(new Date(`${day}T00:00:00Z`))
  return `${name} ${year}`
}

/** The row that makes it once for ever, and how far each account is now. A month without any has none. */
async function write(
  sql: Sql,
  done: readonly Due[],
  { lineOf, at }: { lineOf: ReadonlyMap<Due, ledger.PostedLine>; at: Date },
): Promise<void> {
  await sql`
    with paid as (
      select * from unnest(${done.map(({ accountId }) => accountId)}::int8[],
        ${done.map(({ from }) => from)}::date[], ${done.map(({ to }) => to)}::date[],
        ${done.map(({ carriedMillionths }) => carriedMillionths)}::int8[],
        ${done.map(({ accruedMillionths }) => accruedMillionths)}::numeric[],
        ${done.map((one) => paymentOf(one).postedMinor)}::int8[],
        ${done.map((one) => paymentOf(one).leftMillionths)}::int8[],
        ${done.map((one) => lineOf.get(one)?.id ?? null)}::uuid[],
        ${done.map((one) => lineOf.get(one)?.line ?? null)}::int8[])
        u(account_id, from_on, to_on, carried, accrued, posted, left_over, transaction_id, line)),
    written as (
      insert into interest_periods(account_id, from_on, to_on, carried_millionths,
        accrued_millionths, posted_minor, left_millionths, transaction_id, line, posted_at)
      select account_id, from_on, to_on, carried, accrued, posted, left_over, transaction_id, line,
        ${at}
      from paid where accrued > 0)
    update interest_accounts i
    set posted_to = u.to_on, carried_millionths = u.left_over, stuck = 0, next_try_at = null
    from paid u where i.account_id = u.account_id`
}

type Which = { only?: readonly bigint[]; last?: string; anyDay?: boolean }

/**
 * Locks accounts with a month to pay (skip locked: another worker takes others), then sums up its
 * days: read under the lock, since whoever held it before may have counted some. One month of each:
 * the next has to carry what this one leaves.
 */
async function takeDue(bank: Clocked, sql: Sql, which: Which = {}): Promise<Due[]> {
  const { only, last = lastDayOver(bank), anyDay = false } = which
  const monthEnd = part`(date_trunc('month', (i.posted_to + 1)::timestamp) + interval '1 month'
    - interval '1 day')::date`
  const columns = part`i.account_id as "accountId", i.currency, i.posted_to + 1 as from,
    ${anyDay ? part`i.accrued_to` : monthEnd} as to, i.carried_millionths as "carriedMillionths"`
  const over = part`${monthEnd} <= least(i.accrued_to, ${last}::date)`
  const due = only
    ? await sql<Taken>`
      select ${columns} from interest_accounts i
      where i.account_id = any(${[...only]}::int8[]) and i.ended_on is null
        and ${anyDay ? part`i.posted_to < i.accrued_to` : over}
      order by i.account_id for update`
    : await sql<Taken>`
      select due.* from (select distinct account_type from rates) r cross join lateral (
        select ${columns} from interest_accounts i
        -- An account that is up to date was paid up to the end of last month.
        where i.account_type = r.account_type and i.ended_on is null
          and i.posted_to < date_trunc('month', (${last}::date + 1)::timestamp)::date - 1
          and ${over}
          and (i.next_try_at is null or i.next_try_at <= ${bank.clock.businessNow()})
        order by i.posted_to, i.account_id limit ${groupSize} for update skip locked) due`
  if (due.length === 0) return []
  const sums = await sql<{ accruedMillionths: string }>`
    select coalesce((
      select sum(d.accrued_millionths) from interest_days d
      where d.account_id = u.account_id and d.day between u.from_on and u.to_on), 0)
      as "accruedMillionths"
    from unnest(${due.map(({ accountId }) => accountId)}::int8[],
      ${due.map(({ from }) => from)}::date[], ${due.map(({ to }) => to)}::date[])
      with ordinality u(account_id, from_on, to_on, n) order by u.n`
  return due.map((one, at) => ({ ...one, ...(sums[at] ?? { accruedMillionths: '0' }) }))
}
