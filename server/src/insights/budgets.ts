import type { budgets, Category, CurrencyCode, Input, Output, setBudget } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { publishList } from '#notifications/publish.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { checkBudgets } from './budget-checks.ts'
import { firstDay, thisMonth } from './months.ts'
import { standingBudgets } from './standing-budgets.ts'

type BudgetList = Output<typeof budgets>

/** The budgets that hold in a month, and what was spent of each. */
export async function budgetsOf(
  bank: Bank,
  customerId: bigint,
  month: string = thisMonth(bank),
): Promise<BudgetList> {
  return listOf(bank.db.sql, customerId, month)
}

async function listOf(sql: Sql, customerId: bigint, month: string): Promise<BudgetList> {
  const standing = await standingBudgets(sql, customerId, month)
  return {
    Month: month,
    List: standing.map(({ category, currency, amountMinor, spentMinor }) => ({
      ...{ Category: category, Currency: { Code: currency } },
      ...{ Amount: amountMinor, Spent: spentMinor },
    })),
  }
}

/** Sets a budget from this month on; without an amount there is none. */
export async function saveBudget(
  bank: Bank,
  customerId: bigint,
  { category, currency, amount = 0n }: Input<typeof setBudget>,
): Promise<BudgetList> {
  const month = thisMonth(bank)
  return bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    await writeBudget(sql, customerId, { category, currency, amountMinor: amount, month })
    await checkBudgets(bank, sql, customerId)
    await publishList(sql, customerId, 'insights')
    return listOf(sql, customerId, month)
  })
}

type Budget = { category: Category; currency: CurrencyCode; amountMinor: bigint; month: string }

/** From a month on; nothing ends it, and where there was none there is nothing to end. */
export async function writeBudget(
  sql: Sql,
  customerId: bigint,
  { category, currency, amountMinor, month }: Budget,
): Promise<void> {
  await sql`
    insert into budgets(customer_id, currency, category, from_month, amount_minor)
    select ${customerId}, ${currency}::text, ${category}::text, ${firstDay(month)}::date,
      ${amountMinor}::int8
    where ${amountMinor}::int8 > 0 or exists (
      select from budgets
      where customer_id = ${customerId} and currency = ${currency} and category = ${category})
    on conflict (customer_id, currency, category, from_month) do update
      set amount_minor = excluded.amount_minor`
}
