import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { firstDay, thisMonth } from './months.ts'

/** Notes that a customer's budgets of this month have to be looked at, after this transaction. */
export async function checkBudgets(bank: Bank, sql: Sql, customerId: bigint): Promise<void> {
  await sql`
    insert into budget_checks(customer_id, month, next_at)
    select ${customerId}, ${firstDay(thisMonth(bank))}::date, ${bank.clock.businessNow()}::timestamptz
    where exists (select from budgets where customer_id = ${customerId})
    on conflict do nothing`
}
