import {
  accruedOn,
  type CurrencyCode,
  dayIn,
  type InterestPiece,
  interestPieces,
  ratesOn,
} from '@passbook/contract'
import { backOff } from '#db/back-off.ts'
import { json, part, type Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { workThrough } from '#kernel/work-through.ts'
import { type Rates, readRates } from './rates.ts'

export type Clocked = Pick<Bank, 'clock' | 'config'>

/** An account whose interest broke; it is tried again. */
type Trouble = { accountId: bigint; error: unknown }

export type Options = {
  signal?: AbortSignal | undefined
  onTrouble?: (trouble: Trouble) => void
}

const groupSize = 200
/** After a standstill so many days of an account are counted in one step, to bound what it writes. */
const daysAtOnce = 62
/** What was ordered before midnight may be written a little after it. */
export const settledMs = 10 * 60_000

/** The last day that is over in the bank's zone and on which nothing is written any more. */
export function lastDayOver({ clock, config }: Clocked): string {
  return dayAfter(dayIn(new Date(clock.businessNow().getTime() - settledMs), config.bankZone), -1)
}

/**
 * Counts the interest of every day that is over, of each account in order, each day once; answers how
 * many days earned something. An account that breaks is set aside and keeps no other waiting.
 */
export async function accrueInterest(bank: Bank, options: Options = {}): Promise<number> {
  let counted = 0
  await workThrough<bigint>({
    signal: options.signal,
    group: async (took) => {
      counted += await bank.db.transaction((sql) => accrueGroup(bank, sql, { took }))
      return []
    },
    alone: async (accountId) => {
      counted += await bank.db.transaction((sql) => accrueGroup(bank, sql, { only: [accountId] }))
    },
    setAside: (accountId, error) => setAside(bank, accountId, error, options),
  })
  return counted
}

/** Counts the interest of these accounts, all their days, in the caller's transaction. */
export async function accrueOnly(
  bank: Clocked,
  sql: Sql,
  { only, last = lastDayOver(bank) }: { only: readonly bigint[]; last?: string },
): Promise<void> {
  for (;;) {
    let taken = 0
    await accrueGroup(bank, sql, {
      only,
      last,
      took: (ids) => {
        taken = ids.length
      },
    })
    if (taken === 0) return
  }
}

type Group = {
  only?: readonly bigint[]
  last?: string
  took?: (ids: bigint[]) => void
}

/** Two statements for a group of accounts, and one for the rates where there are any. */
async function accrueGroup(bank: Clocked, sql: Sql, group: Group): Promise<number> {
  const { only, last = lastDayOver(bank), took = () => {} } = group
  const due = await takeDue(bank, sql, { only, last })
  took(due.map(({ accountId }) => accountId))
  if (due.length === 0) return 0
  const rates = await readRates(sql)
  const steps = due.map((one) => stepOf(one, { rates, last }))
  const days = steps.flatMap((step) => step.days)
  await sql`
    with written as (
      insert into interest_days(account_id, day, balance_minor, pieces, accrued_millionths)
      select u.account_id, u.day, u.balance, u.pieces, u.accrued
      from unnest(${days.map(({ accountId }) => accountId)}::int8[],
        ${days.map(({ day }) => day)}::date[],
        ${days.map(({ balanceMinor }) => balanceMinor)}::int8[], array(
          select jsonb_array_elements(${json(days.map(({ pieces }) => pieces.map(pieceJson)))})),
        ${days.map(({ accruedMillionths }) => String(accruedMillionths))}::numeric[])
        u(account_id, day, balance, pieces, accrued))
    update interest_accounts i
    set accrued_to = u.day, ended_on = case when u.ended then u.day end, stuck = 0,
      next_try_at = null
    from unnest(${steps.map(({ accountId }) => accountId)}::int8[],
      ${steps.map(({ to }) => to)}::date[], ${steps.map(({ ended }) => ended)}::bool[])
      u(account_id, day, ended)
    where i.account_id = u.account_id`
  return days.length
}

const pieceJson = ({ amountMinor, rateMillionths }: InterestPiece) => [
  String(amountMinor),
  String(rateMillionths),
]

type Due = {
  accountId: bigint
  type: string
  currency: CurrencyCode
  accruedTo: string
  closed: boolean
  balanceMinor: bigint
  /** What moved after the first day to be counted, by the day on which it really did. */
  moved: { day: string; minor: bigint }[]
}

type Day = {
  accountId: bigint
  day: string
  balanceMinor: bigint
  pieces: InterestPiece[]
  accruedMillionths: bigint
}

/** The next days of an account: those that earn, up to which it is counted then, whether it is over. */
function stepOf(due: Due, { rates, last }: { rates: Rates; last: string }) {
  const { accountId, accruedTo, closed } = due
  const tables = rates.tablesOf(due)
  // Before its first rate nothing is earned, however long that was.
  const begins = tables.reduce((first, { from }) => earlier(first, from), dayAfter(last, 1))
  const first = begins > accruedTo ? earlier(begins, dayAfter(last, 1)) : dayAfter(accruedTo, 1)
  const to = earlier(dayAfter(first, daysAtOnce - 1), last)
  const days: Day[] = []
  for (let day = first; day <= to; day = dayAfter(day, 1)) {
    const balanceMinor = closingOn(due, day)
    const pieces = interestPieces(balanceMinor, ratesOn(tables, day))
    const accruedMillionths = accruedOn(pieces)
    if (accruedMillionths > 0n) {
      days.push({ accountId, day, balanceMinor, pieces, accruedMillionths })
    }
  }
  return { accountId, days, to, ended: closed && to === last }
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** What was on an account when a day ended: what is on it now without what has moved since. */
function closingOn({ balanceMinor, moved }: Due, day: string): bigint {
  return moved.reduce((held, one) => (one.day > day ? held - one.minor : held), balanceMinor)
}

type Row = Omit<Due, 'moved'> & { day: string | null; movedMinor: bigint | null }

/**
 * Locks accounts with days to count (skip locked: another worker takes others), and reads with them,
 * in one snapshot, what has moved since. The sums of days count a line on its own day; one that was
 * pending at midnight is moved to the day on which the money went, so that a day comes to the same
 * whenever it is counted.
 */
async function takeDue(
  { clock, config }: Clocked,
  sql: Sql,
  { only, last }: { only: readonly bigint[] | undefined; last: string },
): Promise<Due[]> {
  const zone = config.bankZone
  const columns = part`i.account_id, i.account_type, i.currency, i.accrued_to`
  const chosen = only
    ? part`
      select ${columns} from interest_accounts i
      where i.account_id = any(${[...only]}::int8[]) and i.accrued_to < ${last}
        and i.ended_on is null
      order by i.account_id for update`
    : part`
      select due.* from (select distinct account_type from rates) r cross join lateral (
        select ${columns} from interest_accounts i
        where i.account_type = r.account_type and i.accrued_to < ${last} and i.ended_on is null
          and (i.next_try_at is null or i.next_try_at <= ${clock.businessNow()})
        order by i.accrued_to, i.account_id limit ${groupSize} for update skip locked) due`
  const rows = await sql<Row>`
    with due as materialized (${chosen})
    select due.account_id as "accountId", due.account_type as type, due.currency,
      due.accrued_to as "accruedTo", l.closed_at is not null as closed,
      l.balance_minor as "balanceMinor", m.day, m.minor as "movedMinor"
    from due join ledger_accounts l on l.id = due.account_id left join lateral (
      select d.day, d.income_minor - d.expense_minor as minor from ledger_days d
      where d.account_id = due.account_id and d.day > due.accrued_to + 1
      union all
      select moved.day, moved.minor
      from (
        select t.day, (t.decided_at at time zone ${zone})::date as done_on,
          case when t.type = 'credit' then t.amount_minor else -t.amount_minor end as minor
        from transactions t
        where t.account_id = due.account_id and t.state = 'completed'
          and t.decided_at > t.created_at
          and t.decided_at >= (due.accrued_to + 2)::timestamp at time zone ${zone}) late,
        lateral (values (late.day, -late.minor), (late.done_on, late.minor)) moved(day, minor)
      where late.done_on > late.day and moved.day > due.accrued_to + 1) m on true
    order by due.account_id`
  return [...Map.groupBy(rows, ({ accountId }) => accountId).values()].flatMap((own) => {
    const [row] = own
    if (!row) return []
    const { day: _, movedMinor: __, ...account } = row
    const moved = own.flatMap(({ day, movedMinor }) =>
      day !== null && movedMinor !== null ? [{ day, minor: movedMinor }] : [],
    )
    return [{ ...account, moved }]
  })
}

/** Sets an account aside whose interest broke, for a while that grows. */
export async function setAside(
  { db, clock }: Bank,
  accountId: bigint,
  error: unknown,
  { onTrouble = () => {} }: Options,
): Promise<void> {
  onTrouble({ accountId, error })
  await db.sql`
    update interest_accounts
    set stuck = stuck + 1, next_try_at = ${backOff(clock.businessNow(), part`stuck`)}
    where account_id = ${accountId}`
}
