import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'

/** A rate limit: how many attempts a bucket takes before it closes, and for how long it counts. */
export type Limit = { bucket: string; max: number; seconds: number; now: Date }

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip past; one that succeeds is
 * refunded. Throws when none is left.
 */
export async function spendAttempt(sql: Sql, limit: Limit): Promise<void> {
  const wait = await spendOrWaitSeconds(sql, limit)
  if (wait !== null) throw tooMany(wait)
}

/** Refuses where no attempt is left, and counts none: for what only counts once it has failed. */
export async function assertAttemptLeft(sql: Sql, { bucket, max, now }: Limit): Promise<void> {
  const [row] = await sql<{ count: number; ends_at: Date }>`
    select count, ends_at from attempts where bucket = ${bucket} and ends_at > ${now}`
  if (row && row.count >= max) throw tooMany(secondsUntil(row.ends_at, now))
}

/** `spendAttempt` without throwing: the seconds to wait where none is left, else null. */
export async function spendOrWaitSeconds(
  sql: Sql,
  { bucket, max, seconds, now }: Limit,
): Promise<number | null> {
  // A closed bucket is only read: a flood of refused attempts must not cost a synced write each.
  const [closed] = await sql<{ ends_at: Date }>`
    select ends_at from attempts
    where bucket = ${bucket} and ends_at > ${now} and count > ${max}::int`
  if (closed) return secondsUntil(closed.ends_at, now)
  const ends = new Date(now.getTime() + seconds * 1000)
  const [row] = await sql<{ count: number; ends_at: Date }>`
    insert into attempts(bucket, count, ends_at) values (${bucket}, 1, ${ends})
    on conflict (bucket) do update set
      count = case when attempts.ends_at <= ${now} then 1
                   else least(attempts.count + 1, ${max} + 1) end,
      ends_at = case when attempts.ends_at <= ${now} then excluded.ends_at
                     else attempts.ends_at end
    returning count, ends_at`
  if (!row || row.count <= max) return null
  return secondsUntil(row.ends_at, now)
}

export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

export async function refundAttempt(sql: Sql, bucket: string): Promise<void> {
  await sql`update attempts set count = greatest(count - 1, 0) where bucket = ${bucket}`
}

/** Opens a bucket again, as a password reset does for its customer. */
export async function clearAttempts(sql: Sql, bucket: string): Promise<void> {
  await sql`delete from attempts where bucket = ${bucket}`
}

/** A refusal that says how long to wait. */
export function tooMany(seconds: number, code: 'too_many' | 'pin_locked' = 'too_many'): Failure {
  return new Failure(code, `Too many attempts. Try again in ${inWords(seconds)}`, {
    data: { retryAfterSeconds: seconds },
  })
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
