import { type Category, type CurrencyCode, categories } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { accountsIn, daysOf, firstDay } from './months.ts'
import { readMoved } from './moved.ts'
import { rulesOf } from './rules.ts'
import { sortOut } from './sorted.ts'

export type StandingBudget = {
  category: Category
  currency: CurrencyCode
  amountMinor: bigint
  spentMinor: bigint
}

/** The budgets that hold in a month, in the order of the categories, and what was spent of each. */
export async function standingBudgets(
  sql: Sql,
  customerId: bigint,
  month: string,
): Promise<StandingBudget[]> {
  const held = await sql<Omit<StandingBudget, 'spentMinor'>>`
    select * from (
      select distinct on (currency, category) currency, category, amount_minor as "amountMinor"
      from budgets where customer_id = ${customerId} and from_month <= ${firstDay(month)}::date
      order by currency, category, from_month desc) latest
    where "amountMinor" > 0`
  if (held.length === 0) return []
  const rules = await rulesOf(sql, customerId)
  const found: StandingBudget[] = []
  for (const currency of new Set(held.map((one) => one.currency))) {
    const [range] = (await readMoved(sql, accountsIn(customerId, currency), [daysOf(month)])) ?? []
    const spent = range ? sortOut(range, rules).categories : new Map()
    for (const budget of held.filter((one) => one.currency === currency)) {
      found.push({ ...budget, spentMinor: spent.get(budget.category)?.amountMinor ?? 0n })
    }
  }
  const place = ({ category }: StandingBudget) => categories.indexOf(category)
  return found.sort((one, other) => place(one) - place(other))
}
