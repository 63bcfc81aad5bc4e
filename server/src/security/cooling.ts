import type { Sql } from '#db/db.ts'

const coolingMs = 24 * 3_600_000
const youngMs = 24 * 3_600_000

/** Nobody has had time to get used to an account as young as this; nothing new in it can surprise. */
export const isYoung = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= youngMs

/**
 * Gives the customer time to notice a change that a thief would make: strangers get small sums only.
 * Who was paid while cooling stays a stranger until it is over, also where another change begins it
 * anew: a small sum first would open the way for a large one.
 */
export async function startCooling(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  await sql`
    update customers set cooling_until = ${new Date(now.getTime() + coolingMs)},
      cooling_since = case
        when cooling_until > ${now} then coalesce(cooling_since, ${now}) else ${now} end
    where id = ${customerId}`
}
