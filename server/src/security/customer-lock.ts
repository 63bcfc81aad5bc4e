import type { Sql } from '#db/db.ts'

/**
 * Locks a customer until the end of the transaction, by an advisory lock: see the function
 * customer_lock. What is read in later statements cannot change any more. Where something of the
 * customer is to be read at once, the function customer_locked does both.
 */
export async function lockCustomer(sql: Sql, customerId: bigint): Promise<void> {
  await lockCustomers(sql, [customerId])
}

/** The same of several, in one order, so that none waits for another in a circle. */
export async function lockCustomers(sql: Sql, customerIds: readonly bigint[]): Promise<void> {
  await sql`select customer_lock(${customerIds}::int8[])`
}

/** Locks those of these customers whom nobody else has locked, without waiting; answers who they are. */
export async function tryLockCustomers(sql: Sql, customerIds: bigint[]): Promise<Set<bigint>> {
  const rows = await sql<{ id: bigint }>`
    select unnest(customer_try_lock(${customerIds}::int8[])) as id`
  return new Set(rows.map(({ id }) => id))
}
