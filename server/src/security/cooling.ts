import type { Sql } from '#db/db.ts'

const coolingMs = 24 * 3_600_000

/** Gives the customer time to notice a change that a thief would make: strangers get small sums only. */
export async function startCooling(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  await sql`
    update customers set cooling_until = ${new Date(now.getTime() + coolingMs)}
    where id = ${customerId}`
}
