import { deepStrictEqual } from 'node:assert/strict'
import { accruedOn, interestPayment, interestPieces } from '@passbook/contract'
import type { Db } from '#db/db.ts'
import { apply, type ModelAccount } from './model.ts'

/** Counts and pays the interest of these accounts as of a moment, as the bank's own job does. */
export type PayInterest = (db: Db, at: Date, only: bigint[]) => Promise<void>

/** As the migration has them; the model's accounts are savings. */
const tiers = [
  { fromMinor: 0n, rateMillionths: 20_000n },
  { fromMinor: 1_000_000n, rateMillionths: 25_000n },
]

type Earning = {
  accruedTo: string
  /** What was counted and not paid yet, by months, and what was paid. */
  months: Map<string, bigint>
  days: { day: string; balanceMinor: bigint; accrued: bigint }[]
  paid: { postedMinor: bigint; leftMillionths: bigint }[]
  ended: boolean
}

const earnings = new WeakMap<ModelAccount, Earning>()

/** Lets accounts earn from a day on, in the database and in the model. */
export async function beginInterest(db: Db, accounts: readonly ModelAccount[], day: string) {
  const before = nextDay(day, -1)
  await db.sql`
    insert into interest_accounts(account_id, account_type, currency, accrued_to, posted_to)
    select u.id, 'savings', u.currency, ${before}, ${before}
    from unnest(${accounts.map(({ id }) => id)}::int8[],
      ${accounts.map(({ currency }) => currency)}::text[]) u(id, currency)`
  for (const account of accounts) {
    earnings.set(account, {
      accruedTo: before,
      months: new Map(),
      days: [],
      paid: [],
      ended: false,
    })
  }
}

/** Counts and pays on both sides; what the database has of it must be what the model has. */
export async function earn(
  { db, customers, at }: { db: Db; customers: readonly ModelAccount[]; at: Date },
  pay: PayInterest,
) {
  const today = at.toISOString().slice(0, 10)
  const ids = customers.map(({ id }) => id)
  await pay(db, at, ids)
  const rows = await db.sql<{ id: bigint; transactionId: string | null } & Record<string, unknown>>`
    select account_id as id, posted_minor as "postedMinor", left_millionths as "leftMillionths",
      transaction_id as "transactionId"
    from interest_periods where account_id = any(${ids}::int8[]) order by account_id, from_on`
  const days = await db.sql<{ id: bigint; accrued: string } & Record<string, unknown>>`
    select account_id as id, day, balance_minor as "balanceMinor", accrued_millionths as accrued
    from interest_days where account_id = any(${ids}::int8[]) order by account_id, day`
  for (const account of customers) {
    const earning = earnings.get(account)
    if (!earning) throw new Error('an account of the model earns')
    const own = rows.filter(({ id }) => id === account.id)
    accrue(account, earning, nextDay(today, -1))
    payMonths(account, earning, { today, ids: own.map((row) => row.transactionId ?? '') })
    deepStrictEqual(
      own.map(({ id: _, transactionId: __, ...row }) => row),
      earning.paid,
    )
    const counted = days.filter(({ id }) => id === account.id)
    deepStrictEqual(
      counted.map(({ id: _, accrued, ...row }) => ({ ...row, accrued: BigInt(accrued) })),
      earning.days,
    )
  }
}

function accrue(account: ModelAccount, earning: Earning, last: string) {
  if (earning.ended || earning.accruedTo >= last) return
  for (let day = nextDay(earning.accruedTo, 1); day <= last; day = nextDay(day, 1)) {
    const balanceMinor = balanceOn(account, day)
    const accrued = accruedOn(interestPieces(balanceMinor, tiers))
    if (accrued > 0n) earning.days.push({ day, balanceMinor, accrued })
    const month = day.slice(0, 7)
    earning.months.set(month, (earning.months.get(month) ?? 0n) + accrued)
  }
  earning.accruedTo = last
  earning.ended = account.closed
}

function payMonths(
  account: ModelAccount,
  earning: Earning,
  { today, ids }: { today: string; ids: string[] },
) {
  if (earning.ended) return
  for (const [month, accrued] of earning.months) {
    // A month is over once a day after it is: the clock may have been set back since.
    if (nextDay(earning.accruedTo, 1).slice(0, 7) <= month || today.slice(0, 7) <= month) continue
    earning.months.delete(month)
    if (accrued === 0n) continue
    const carried = earning.paid.at(-1)?.leftMillionths ?? 0n
    const payment = interestPayment(carried, accrued)
    earning.paid.push(payment)
    if (payment.postedMinor === 0n) continue
    const id = ids[earning.paid.length - 1] ?? ''
    apply([{ account, amountMinor: payment.postedMinor }], [id], today)
  }
}

/** What was on the account when a day ended, by the days on which money really moved. */
function balanceOn({ lines }: ModelAccount, day: string): bigint {
  let balance = 0n
  for (const line of lines.values()) {
    if (line.state !== 'completed' || (line.doneOn ?? line.day) > day) continue
    balance += line.type === 'credit' ? line.amountMinor : -line.amountMinor
  }
  return balance
}

const nextDay = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
