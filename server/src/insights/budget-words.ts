import { categoryNames, currencies, decodeSymbol, toDateParts, toMoney } from '@passbook/contract'
import { backOff } from '#db/back-off.ts'
import { part, type Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { workThrough } from '#kernel/work-through.ts'
import { addNotices } from '#notifications/notifications.ts'
import { publish } from '#notifications/publish.ts'
import { firstDay } from './months.ts'
import { type StandingBudget, standingBudgets } from './standing-budgets.ts'

const groupSize = 20

/** How much of a budget has to be gone for a word to be said, in percent. */
const words = [80, 100] as const
type Percent = (typeof words)[number]

type Check = { customerId: bigint; month: string }

/**
 * Says a word of each budget of which 80 % are gone, and another when all of it is, each once in a
 * month: the row of what was said is written with the notice. Money that is spent notes its customer
 * in `budget_checks` (see the outbox), and a check is deleted in the transaction that makes it, so
 * that whatever dies half way leaves it for the next run.
 */
export async function tellBudgets(bank: Bank, signal?: AbortSignal): Promise<void> {
  const { db, clock } = bank
  await workThrough<Check>({
    signal,
    group: (took) =>
      db.transaction(async (sql) => {
        const due = await sql<Check>`
          select customer_id as "customerId", to_char(month, 'YYYY-MM') as month
          from budget_checks where next_at <= ${clock.businessNow()}
          order by next_at limit ${groupSize} for update skip locked`
        took(due)
        for (const one of due) await lookAt(bank, sql, one)
        return []
      }),
    alone: (one) => db.transaction((sql) => lookAt(bank, sql, one)),
    setAside: async ({ customerId, month }) => {
      await db.sql`
        update budget_checks
        set stuck = stuck + 1, next_at = ${backOff(clock.businessNow(), part`stuck`)}
        where customer_id = ${customerId} and month = ${firstDay(month)}`
    },
  })
}

/** First the check goes: what is spent from now on writes it anew, and waits for this to end. */
async function lookAt(bank: Bank, sql: Sql, { customerId, month }: Check): Promise<void> {
  await sql`
    delete from budget_checks where customer_id = ${customerId} and month = ${firstDay(month)}`
  const now = bank.clock.businessNow()
  for (const budget of await standingBudgets(sql, customerId, month)) {
    const gone = words.filter(
      (percent) => budget.spentMinor * 100n >= budget.amountMinor * BigInt(percent),
    )
    const fresh = await sql<{ percent: Percent }>`
      insert into budgets_told(customer_id, currency, category, month, percent, told_at)
      select ${customerId}, ${budget.currency}::text, ${budget.category}::text,
        ${firstDay(month)}::date, percent, ${now}::timestamptz
      from unnest(${[...gone]}::int2[]) percent
      on conflict do nothing returning percent`
    // Whoever has spent all of it at once is told that alone.
    const most = Math.max(0, ...fresh.map(({ percent }) => percent))
    if (most === 0) continue
    await addNotices(sql, [{ customerId, ...noticeOf(budget, month, most) }], now)
    await publish(sql, new Map([[customerId, []]]))
  }
}

function noticeOf(budget: StandingBudget, month: string, percent: number) {
  const { category, currency, amountMinor, spentMinor } = budget
  const symbol = decodeSymbol(currencies[currency].symbol)
  const [spent, amount] = [toMoney(spentMinor, symbol), toMoney(amountMinor, symbol)]
  const { monthName } = toDateParts(new Date(`${firstDay(month)}T00:00:00Z`))
  const of = `${categoryNames[category]} in ${monthName}`
  return percent >= 100
    ? {
        title: 'A budget is used up',
        body: `${of}: ${spent} spent, and the budget was ${amount}.`,
        warns: true,
      }
    : { title: '80% of a budget is gone', body: `${of}: ${spent} of ${amount}.` }
}
