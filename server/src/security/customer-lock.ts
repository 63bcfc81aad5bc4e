import type { Sql } from '#db/db.ts'

/**
 * Locks a customer until the end of the transaction, by an advisory lock: see the function
 * customer_lock. What is read in later statements cannot change any more. Where something of the
 * customer is to be read at once, the function customer_locked does both.
 */
export async function lockCustomer(sql: Sql, customerId: bigint): Promise<void> {
  await sql`select customer_lock(array[${customerId}::int8])`
}
