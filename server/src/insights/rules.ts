import {
  type Category,
  type categoryRules,
  isCategory,
  limits,
  messages,
  type Output,
  uuid,
} from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { publishList } from '#notifications/publish.ts'
import { payeeKey } from './bank-rules.ts'
import { checkBudgets } from './budget-checks.ts'
import type { Rules } from './sorted.ts'

/** A customer's own rules: the category of each payee, by its key. */
export async function rulesOf(sql: Sql, customerId: bigint): Promise<Rules> {
  const rows = await sql<{ key: string; category: string }>`
    select payee_key as key, category from category_rules where customer_id = ${customerId}`
  return new Map(
    rows.flatMap(({ key, category }) => (isCategory(category) ? [[key, category] as const] : [])),
  )
}

/** Puts a payee under a category for good; the customer is locked, so that many at once keep the limit. */
export async function keepRule(
  sql: Sql,
  customerId: bigint,
  { name, category }: { name: string; category: Category },
): Promise<void> {
  const key = payeeKey(name)
  const others = await sql`
    select from category_rules where customer_id = ${customerId} and payee_key <> ${key}
    limit ${limits.categoryRulesMax}`
  if (others.length >= limits.categoryRulesMax) {
    const data = { max: limits.categoryRulesMax }
    throw new Failure('list_full', messages.categoryRuleLimit, { data })
  }
  await sql`
    insert into category_rules(customer_id, payee, payee_key, category)
    values (${customerId}, ${name}, ${key}, ${category})
    on conflict (customer_id, payee_key) do update
      set payee = excluded.payee, category = excluded.category`
}

export async function dropRule(sql: Sql, customerId: bigint, name: string): Promise<void> {
  await sql`
    delete from category_rules where customer_id = ${customerId} and payee_key = ${payeeKey(name)}`
}

/** The rules as the customer reads them, by the payees' names. */
export async function listRules(
  { db }: Bank,
  customerId: bigint,
): Promise<Output<typeof categoryRules>> {
  const List = await db.sql<{ Id: string; Payee: string; Category: string }>`
    select public_id as "Id", payee as "Payee", category as "Category" from category_rules
    where customer_id = ${customerId} order by payee_key`
  return { List }
}

/** Leaves a payee to the bank's rules again. Another's rule and an unknown one get the same answer. */
export async function removeRule(bank: Bank, customerId: bigint, id: string): Promise<void> {
  await bank.db.transaction(async (sql) => {
    const gone = uuid.test(id)
      ? await sql`
          delete from category_rules where public_id = ${id} and customer_id = ${customerId}
          returning 1`
      : []
    if (gone.length === 0) throw new Failure('not_yours', messages.categoryRuleUnknown)
    await checkBudgets(bank, sql, customerId)
    await publishList(sql, customerId, 'insights')
  })
}
