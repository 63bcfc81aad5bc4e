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
export async function spendOrWaitSeconds(sql: Sql, limit: Limit): Promise<number | null> {
  const [wait = null] = await spendEach(sql, [{ ...limit, refuses: false }], limit.now)
  return wait
}

/** One of several limits; where `refuses` is false a full one is only told of. */
export type CountedLimit = Omit<Limit, 'now'> & { refuses?: boolean }

/**
 * Counts an attempt in several buckets, in this order and in one statement. Throws at the first that
 * has none left: the ones after it are not counted then. Answers which were counted.
 */
export async function spendAttempts(
  sql: Sql,
  limits: readonly CountedLimit[],
  now: Date,
): Promise<string[]> {
  const waits = await spendEach(sql, limits, now)
  const counted: string[] = []
  for (const [index, { bucket, refuses = true }] of limits.entries()) {
    const wait = waits[index] ?? null
    if (wait === null) counted.push(bucket)
    else if (refuses) throw tooMany(wait)
  }
  return counted
}

async function spendEach(
  sql: Sql,
  limits: readonly CountedLimit[],
  now: Date,
): Promise<(number | null)[]> {
  const [row] = await sql<{ closed: (Date | null)[] }>`
    select attempts_spend(${limits.map(({ bucket }) => bucket)}::text[],
      ${limits.map(({ max }) => max)}::int[], ${limits.map(({ seconds }) => seconds)}::int[],
      ${limits.map(({ refuses = true }) => refuses)}::boolean[], ${now}) as closed`
  return (row?.closed ?? []).map((end) => end && secondsUntil(end, now))
}

export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

export async function refundAttempt(sql: Sql, bucket: string): Promise<void> {
  await refundAttempts(sql, [bucket])
}

/** Gives back what `spendAttempts` counted; locked in the same order, against deadlocks. */
export async function refundAttempts(sql: Sql, buckets: readonly string[]): Promise<void> {
  await sql`
    with held as materialized (
      select bucket from attempts where bucket = any(${buckets}::text[])
      order by array_position(${buckets}::text[], bucket) for update)
    update attempts a set count = greatest(a.count - 1, 0) from held where a.bucket = held.bucket`
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
