import { limits } from '@passbook/contract'
import { addressLinkMinutes } from '#auth/links.ts'
import { type Db, part, type Sql, type SqlPart } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { makeRetention, type Sweep } from './retention.ts'

// Expired rows are refused anyway; they stay a day longer for limits that count the last hours.
const keepMs = 24 * 3_600_000
// Small enough that no statement holds its locks, or the time allowed for one, for long.
const groupSize = 5_000
const cleanUpLock = 7_270_005n
// Sessions that are looked at in a run, and how far back it looks again for codes that ran out.
const walkSize = 2_000
const againMs = 2 * 60_000

/**
 * Makes the clean-up: it deletes or strikes out sessions, codes, links and counters that are of no
 * more use, each kind by an index, in groups, and whatever became of the others. Of several processes
 * the one with the advisory lock cleans; the others leave it alone.
 */
export function makeCleanUp(bank: Bank): (signal?: AbortSignal) => Promise<void> {
  /** Up to where expired codes and links have been struck out by this process. */
  let struckUpTo: Date | undefined
  /** Where the walk through the sessions goes on. */
  let walked = ''
  const retention = makeRetention(bank, groupSize)

  return async (signal) => {
    const now = bank.clock.now()
    const dayAgo = new Date(now.getTime() - keepMs)
    const linkDead = new Date(dayAgo.getTime() - addressLinkMinutes * 60_000)
    // Two minutes again: a row may have been held. No transaction lasts as long.
    const from = new Date((struckUpTo?.getTime() ?? dayAgo.getTime()) - againMs)
    // One group at a time: all of them are looked at in the course of hours.
    const walk: Sweep = async (sql) => {
      walked = await endIdleSessions(bank, sql, walked)
      return 0
    }
    const due = await dueOf(bank.db, [
      { table: part`sessions`, by: expiry, rows: part`expires_at <= ${now}` },
      ...strikes(now, from),
      { table: part`passkey_challenges`, by: expiry, rows: part`expires_at <= ${now}` },
      { table: part`attempts`, by: part`ends_at`, rows: part`ends_at <= ${now}` },
      { table: part`login_codes`, by: expiry, rows: part`expires_at <= ${dayAgo}` },
      { table: part`transfer_codes`, by: expiry, rows: part`expires_at <= ${dayAgo}` },
      { table: part`links`, by: expiry, rows: part`expires_at <= ${dayAgo}` },
      // One that was used is the proof of what it paid for, and is kept.
      {
        table: part`passkey_approvals`,
        by: expiry,
        rows: part`expires_at <= ${dayAgo} and used_at is null`,
      },
      { table: part`removed_factors`, by: part`removed_at`, rows: part`removed_at <= ${linkDead}` },
    ])
    const failures = await runAll(bank, signal, [...due, walk, retention(now)])
    if (failures.length > 0) throw failures[0]
    struckUpTo = now
  }
}

/** Each to its end and in transactions of its own; one that fails keeps no other from its turn. */
async function runAll(
  { db }: Bank,
  signal: AbortSignal | undefined,
  sweeps: Sweep[],
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const one of sweeps) {
    try {
      let rows = groupSize
      while (rows >= groupSize && !signal?.aborted) {
        rows = await db.transaction(async (sql) => ((await isMine(sql)) ? one(sql) : 0))
      }
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}

async function isMine(sql: Sql): Promise<boolean> {
  const [lock] = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${cleanUpLock}) as mine`
  return lock?.mine === true
}

/**
 * Rows of a table that are of no more use: what is set in them, or where nothing is, they go. They are
 * looked for in the order of `by`, which has an index: without an order a plan for any values would
 * expect to find some soon in the whole table, and read all of it where there are none.
 */
type Useless = { table: SqlPart; by: SqlPart; rows: SqlPart; set?: SqlPart }

const expiry = part`expires_at`

/**
 * Sweeps for those that there are, by one question: a minute in which nothing has run out costs no
 * more. Where it cannot be answered, for all of them.
 */
async function dueOf({ sql }: Db, kinds: Useless[]): Promise<Sweep[]> {
  const found = kinds
    .map(
      // No EXISTS, which would drop the order.
      ({ table, by, rows }) => part`
        coalesce((select true from ${table} where ${rows} order by ${by} limit 1), false)`,
    )
    .reduce((sofar, one) => part`${sofar}, ${one}`)
  const [row] = await sql<{ due: boolean[] }>`select array[${found}] as due`.catch(() => [])
  return kinds.filter((_, index) => row?.due[index] ?? true).map(sweepOf)
}

const sweepOf =
  ({ table, by, rows, set }: Useless): Sweep =>
  async (sql) => {
    const group = part`ctid = any(array(
      select ctid from ${table} where ${rows} order by ${by} limit ${groupSize}
      for update skip locked))`
    const done = await (set
      ? sql`update ${table} set ${set} where ${group} returning 1`
      : sql`delete from ${table} where ${group} returning 1`)
    return done.length
  }

/**
 * Strikes out what expired since the last time, so that a clock set back before the next start revives
 * nothing. A sign-in code only loses its tries: its sign-in may still ask for another.
 */
function strikes(now: Date, from: Date): Useless[] {
  const lately = part`expires_at > ${from} and expires_at <= ${now}`
  const unused = {
    by: expiry,
    rows: part`${lately} and used_at is null`,
    set: part`used_at = ${now}`,
  }
  const tries = limits.loginCodeTries
  return [
    {
      table: part`login_codes`,
      by: expiry,
      rows: part`${lately} and tries < ${tries}`,
      set: part`tries = ${tries}`,
    },
    { table: part`transfer_codes`, ...unused },
    { table: part`links`, ...unused },
  ]
}

/**
 * Deletes idle sessions among the next ones in the order of their hashes: an index of their last use
 * would have to be written at every use. Answers where to go on; at the end, from the beginning.
 */
async function endIdleSessions({ clock, config }: Bank, sql: Sql, after: string): Promise<string> {
  const idleSince = new Date(clock.now().getTime() - config.sessionIdleMinutes * 60_000)
  const [looked] = await sql<{ rows: number; last: string | null }>`
    with next as materialized (
      select token_hash, last_used_at from sessions where token_hash > ${after}
      order by token_hash limit ${walkSize}),
    gone as (
      -- By the index, and where none is idle not at all.
      delete from sessions
      where last_used_at <= ${idleSince} and token_hash = any(array(
        select token_hash from next where last_used_at <= ${idleSince})))
    select count(*)::int4 as rows, max(token_hash) as last from next`
  return (looked?.rows === walkSize && looked.last) || ''
}
