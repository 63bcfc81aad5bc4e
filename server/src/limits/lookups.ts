import type { Sql } from '#db/db.ts'
import type { Failure } from '#kernel/failure.ts'
import { refundAttempts, secondsUntil, spendAttempts, tooMany } from './attempts.ts'

/**
 * How many numbers that nobody holds a customer may ask about: enough for slips of the hand, too few
 * to find accounts and names by trying. Only numbers with the right check digit count. Every call
 * that tells whether a number exists counts here.
 */
export const missLimits = {
  hour: { bucket: 'resolve:hour:', max: 20, seconds: 3600 },
  day: { bucket: 'resolve:day:', max: 60, seconds: 86_400 },
} as const

type Asker = { customerId: bigint; now: Date }

const limitsOf = ({ customerId }: Asker) =>
  Object.values(missLimits).map((limit) => ({ ...limit, bucket: `${limit.bucket}${customerId}` }))

/** Counts a number that nobody holds; refuses where none is left. */
export async function countMiss(sql: Sql, asker: Asker): Promise<void> {
  await spendAttempts(sql, limitsOf(asker), asker.now)
}

/**
 * Looks something up that may be a miss. It is counted beforehand, so that parallel ones cannot slip
 * past, and given back where somebody was found or nobody could look.
 */
export async function findCounted<Found>(
  sql: Sql,
  asker: Asker,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  await countMiss(sql, asker)
  const buckets = limitsOf(asker).map(({ bucket }) => bucket)
  const found = await find().catch(async (error) => {
    await refundAttempts(sql, buckets).catch(() => {})
    throw error
  })
  if (found !== undefined) await refundAttempts(sql, buckets)
  return found
}

/** The refusal for somebody whose misses are used up until a moment; none once it is over. */
export function lookupsClosed(until: Date | null, now: Date): Failure | undefined {
  return until && until > now ? tooMany(secondsUntil(until, now)) : undefined
}
