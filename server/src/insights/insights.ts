import {
  type Category,
  type CurrencyCode,
  type Input,
  insightPayees,
  type insights,
  monthsCompared,
  type Output,
  type spending,
  spendingNames,
  uuid,
} from '@passbook/contract'
import { notYours, ownAccounts } from '#accounts/accounts.ts'
import { part, type Sql } from '#db/db.ts'
import { monthsBetween } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { accountsIn, daysOf, firstDay, monthAfter, thisMonth } from './months.ts'
import { nothingMoved, readMoved } from './moved.ts'
import { rulesOf } from './rules.ts'
import { largestFirst, type Sorted, type Sum, sortOut } from './sorted.ts'

type Insights = Output<typeof insights>

/** Where the money of a month went, against the months before it. */
export const insightsOf = (
  bank: Bank,
  customerId: bigint,
  asked: Input<typeof insights>,
): Promise<Insights> => insightsIn(bank, bank.db.sql, customerId, asked)

/** The same in a snapshot that somebody has taken already. */
export async function insightsIn(
  bank: Bank,
  sql: Sql,
  customerId: bigint,
  { month = thisMonth(bank), currency }: Input<typeof insights>,
): Promise<Insights> {
  const held = await currenciesOf(sql, customerId)
  const code = currency ?? held[0]?.currency ?? 'usd'
  const First = held.find((one) => one.currency === code)?.first?.slice(0, 7) ?? month
  const before = Math.min(monthsCompared, Math.max(0, monthsBetween(First, month)))
  const months = Array.from({ length: before + 1 }, (_, at) => monthAfter(month, at - before))
  const ranges = await readMoved(sql, accountsIn(customerId, code), months.map(daysOf))
  const rules = await rulesOf(sql, customerId)
  const sorted = (ranges ?? months.map(() => nothingMoved)).map((range) => sortOut(range, rules))
  const here = sorted.at(-1) as Sorted
  const earlier = sorted.slice(0, -1)
  return {
    ...{ Month: month, Currency: { Code: code }, Currencies: held.map((one) => one.currency) },
    ...{ First, Income: here.incomeMinor, Spent: here.spentMinor },
    AverageSpent: averageOf(earlier.map(({ spentMinor }) => spentMinor)),
    Categories: categoriesOf(here, earlier),
    Payees: payeesOf(here, earlier),
    Months: sorted.map(({ incomeMinor, spentMinor }, at) => ({
      ...{ Month: months[at] ?? month, Income: incomeMinor, Spent: spentMinor },
    })),
    Partial: sorted.some(({ partial }) => partial),
  }
}

/** The currencies of a customer's accounts, that of the first account first, and when each began. */
async function currenciesOf(sql: Sql, customerId: bigint) {
  return sql<{ currency: CurrencyCode; first: string | null }>`
    select l.currency, min(began.day)::text as first
    from accounts a join ledger_accounts l on l.id = a.account_id
    left join lateral (
      select day from ledger_days where account_id = l.id order by day limit 1) began on true
    where a.owner_id = ${customerId} group by l.currency order by min(a.account_id)`
}

/** To the nearest minor unit; of no month it is nothing. */
function averageOf(amounts: readonly bigint[]): bigint {
  if (amounts.length === 0) return 0n
  const sum = amounts.reduce((one, other) => one + other, 0n)
  const count = BigInt(amounts.length)
  return (2n * sum + count) / (2n * count)
}

const none: Sum = { amountMinor: 0n, count: 0 }

/** Every category of this month or of one before it, the largest of this month first. */
function categoriesOf(here: Sorted, earlier: readonly Sorted[]): Insights['Categories'] {
  const all = new Set<Category>([here, ...earlier].flatMap((one) => [...one.categories.keys()]))
  return [...all]
    .map((category) => {
      const before = earlier.map((one) => (one.categories.get(category) ?? none).amountMinor)
      const average = averageOf(before)
      return { ...(here.categories.get(category) ?? none), category, before, average }
    })
    .sort(largestFirst(({ category }) => category))
    .map(({ category, amountMinor, count, before, average }) => ({
      ...{ Category: category, Amount: amountMinor, Count: count },
      ...{ Average: average, Before: before },
    }))
}

function payeesOf(here: Sorted, earlier: readonly Sorted[]): Insights['Payees'] {
  const paidBefore = earlier.map(
    ({ payees }) => new Map(payees.map(({ name, amountMinor }) => [name, amountMinor])),
  )
  return here.payees.slice(0, insightPayees).map(({ name, category, amountMinor, count }) => ({
    ...{ Name: name, Category: category, Amount: amountMinor, Count: count },
    Average: averageOf(paidBefore.map((paid) => paid.get(name) ?? 0n)),
  }))
}

/** Who was paid most from an account and what for, in the days asked for or this month. */
export async function spendingOf(
  bank: Bank,
  customerId: bigint,
  { accountId, start_date, end_date }: Input<typeof spending>,
): Promise<Output<typeof spending>> {
  const { sql } = bank.db
  const month = { from: firstDay(thisMonth(bank)), to: momentOf(bank).day }
  const days = start_date && end_date ? { from: start_date, to: end_date } : month
  const own = part`${ownAccounts(customerId)}
    and l.public_id = ${uuid.test(accountId) ? accountId : null}`
  const [range] = (await readMoved(sql, own, [days])) ?? []
  if (!range) throw notYours()
  const { spentMinor, payees, categories } = sortOut(range, await rulesOf(sql, customerId))
  return {
    From: days.from,
    To: days.to,
    Total: spentMinor,
    List: payees.slice(0, spendingNames).map(({ name, amountMinor, count }) => ({
      ...{ Name: name, Amount: amountMinor, Count: count },
    })),
    Categories: [...categories]
      .map(([category, sum]) => ({ ...sum, category }))
      .sort(largestFirst(({ category }) => category))
      .map(({ category, amountMinor, count }) => ({
        ...{ Category: category, Amount: amountMinor, Count: count },
      })),
  }
}
