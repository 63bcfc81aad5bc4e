import { type BusinessTime, type FollowingClock, followTime } from '#kernel/clock.ts'
import type { Db, Sql } from './sql.ts'

// All processes must come to agree soon, so a PostgreSQL whose clock was set is followed quickly.
const serverBelievedAfterMs = 30_000
// The embedded database has the machine's clock and nobody to agree with.
const machineBelievedAfterMs = 10 * 60_000

/** The bank's clock: the database's, which all processes share. */
export function openClock({ kind, sql }: Db): Promise<FollowingClock> {
  if (kind === 'embedded') {
    return followTime({ ask: () => Date.now(), believeAfterMs: machineBelievedAfterMs })
  }
  return followTime({
    ask: async () => {
      const [row] = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
      return row?.ms ?? Number.NaN
    },
    believeAfterMs: serverBelievedAfterMs,
  })
}

/**
 * How business time stands, which is ahead where days of a demonstration were passed. It stays so
 * whatever the bank is started as afterwards: its books have dates that time must not fall behind.
 */
export async function readBusinessTime(sql: Sql): Promise<BusinessTime> {
  const [row] = await sql<{ aheadMs: bigint; standsAt: Date | null }>`
    select ahead_ms as "aheadMs", stands_at as "standsAt" from bank_clock`
  return { aheadMs: Number(row?.aheadMs ?? 0n), standsAt: row?.standsAt ?? null }
}
