import {
  type accountInterest,
  type InterestMonth,
  interestMonthsMax,
  type Output,
  type RateTier,
  toPercent,
} from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import type { Sql } from '#db/db.ts'
import { dayAfter, monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { listRates, ratesAround } from './rates.ts'

type Told = Output<typeof accountInterest>

/** What an account of the customer earns, and the days of one month. */
export async function interestOf(
  bank: Bank,
  ownerId: bigint,
  { accountId, month }: { accountId: string; month?: string | undefined },
): Promise<Told> {
  const { sql } = bank.db
  const account = await ownAccount(sql, ownerId, accountId)
  const { day: today } = momentOf(bank)
  const { tiers, next } = ratesAround(await listRates(sql, account), today)
  const months = await interestMonths(sql, account.id)
  return {
    Rates: tiers.map(tierWords),
    Next: next ? { From: next.from, Rates: next.tiers.map(tierWords) } : null,
    EarnedThisMonth: earnedIn(months, today.slice(0, 7)),
    EarnedThisYear: earnedIn(months, today.slice(0, 4)),
    PaidOn: monthLater(`${today.slice(0, 7)}-01`, `${today.slice(0, 7)}-01`),
    Months: months,
    Days: month ? await interestDays(sql, account.id, month) : [],
  }
}

const tierWords = ({ fromMinor, rateMillionths }: RateTier) => ({
  From: fromMinor,
  Percent: toPercent(rateMillionths),
})

/** The sum of the days of a month or a year, paid or not; no row reaches over the end of a month. */
function earnedIn(months: readonly InterestMonth[], start: string): bigint {
  return months.reduce((sum, one) => (one.From.startsWith(start) ? sum + one.Accrued : sum), 0n)
}

type Row = {
  From: string
  To: string
  Carried: bigint
  accrued: string
  Posted: bigint | null
  Left: bigint | null
  PostedOn: string | null
  Transaction: string | null
}

/**
 * What was paid on an account for which days, the newest first, and before it what is counted and not
 * paid yet, by months. A row is explained by its days (`interestDays`): their sum is what accrued.
 */
async function interestMonths(sql: Sql, accountId: bigint): Promise<InterestMonth[]> {
  const rows = await sql<Row>`
    with account as (select * from interest_accounts where account_id = ${accountId}),
    counted as (
      select greatest(date_trunc('month', d.day::timestamp)::date, a.posted_to + 1) as from_on,
        max(a.accrued_to) as accrued_to, sum(d.accrued_millionths) as accrued
      from account a join interest_days d on d.account_id = a.account_id and d.day > a.posted_to
      group by 1)
    select c.from_on as "From",
      least((date_trunc('month', c.from_on::timestamp) + interval '1 month' - interval '1 day')::date,
        c.accrued_to) as "To",
      -- What is carried into a month that waits behind another one is not known yet.
      case when row_number() over (order by c.from_on) = 1 then a.carried_millionths else 0 end
        as "Carried",
      c.accrued, null::int8 as "Posted", null::int8 as "Left", null::text as "PostedOn",
      null::uuid as "Transaction"
    from counted c, account a
    union all (
      select p.from_on, p.to_on, p.carried_millionths, p.accrued_millionths, p.posted_minor,
        p.left_millionths, t.day::text, p.transaction_id
      from interest_periods p left join transactions t
        on t.account_id = p.account_id and t.line = p.line
      where p.account_id = ${accountId} order by p.from_on desc limit ${interestMonthsMax})
    order by 1 desc`
  return rows.map(({ accrued, ...row }) => ({ ...row, Accrued: BigInt(accrued) }))
}

type DayRow = { Day: string; Balance: bigint; pieces: [string, string][]; accrued: string }

/** The days of a month (yyyy-mm) that earned something, the oldest first. */
async function interestDays(sql: Sql, accountId: bigint, month: string): Promise<Told['Days']> {
  const first = `${month}-01`
  const last = dayAfter(monthLater(first, first), -1)
  const rows = await sql<DayRow>`
    select day as "Day", balance_minor as "Balance", pieces, accrued_millionths as accrued
    from interest_days where account_id = ${accountId} and day between ${first} and ${last}
    order by day`
  return rows.map(({ pieces, accrued, ...row }) => ({
    ...row,
    Pieces: pieces.map(([amount, rate]) => ({
      Amount: BigInt(amount),
      Percent: toPercent(BigInt(rate)),
    })),
    Accrued: BigInt(accrued),
  }))
}
