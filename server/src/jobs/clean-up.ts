import { limits } from '@passbook/contract'
import { addressLinkMinutes } from '#auth/links.ts'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { makeRetention, type Sweep } from './retention.ts'

// Expired rows are refused anyway; they stay a day longer for limits that count the last hours.
const keepMs = 24 * 3_600_000
// Small enough that no statement holds its locks, or the time allowed for one, for long.
const groupSize = 5_000
const cleanUpLock = 7_270_005n

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
    // An hour again: another process's clock, or a row that was held, may have been behind.
    const from = new Date((struckUpTo?.getTime() ?? dayAgo.getTime()) - 3_600_000)
    // One group at a time: all of them are looked at in the course of hours.
    const walk: Sweep = async (sql) => {
      walked = await endIdleSessions(bank, sql, walked)
      return 0
    }
    const failures = await runAll(bank, signal, [
      (sql) => sweep(sql, part`sessions`, part`expires_at <= ${now}`),
      walk,
      ...strikes(now, from),
      (sql) => sweep(sql, part`passkey_challenges`, part`expires_at <= ${now}`),
      (sql) => sweep(sql, part`attempts`, part`ends_at <= ${now}`),
      (sql) => sweep(sql, part`login_codes`, part`expires_at <= ${dayAgo}`),
      (sql) => sweep(sql, part`transfer_codes`, part`expires_at <= ${dayAgo}`),
      (sql) => sweep(sql, part`links`, part`expires_at <= ${dayAgo}`),
      (sql) => sweep(sql, part`removed_factors`, part`removed_at <= ${linkDead}`),
      ...retention(now),
    ])
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

async function sweep(sql: Sql, table: SqlPart, gone: SqlPart): Promise<number> {
  const rows = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${gone} limit ${groupSize} for update skip locked))
    returning 1`
  return rows.length
}

/**
 * Strikes out what expired since the last time, so that a clock set back before the next start revives
 * nothing. A sign-in code only loses its tries: its sign-in may still ask for another.
 */
function strikes(now: Date, from: Date): Sweep[] {
  const lately = part`expires_at > ${from} and expires_at <= ${now}`
  return [
    (sql) =>
      strike(sql, part`login_codes`, {
        alive: part`${lately} and tries < ${limits.loginCodeTries}`,
        dead: part`tries = ${limits.loginCodeTries}`,
      }),
    ...[part`transfer_codes`, part`links`].map(
      (table): Sweep =>
        (sql) =>
          strike(sql, table, {
            alive: part`${lately} and used_at is null`,
            dead: part`used_at = ${now}`,
          }),
    ),
  ]
}

async function strike(
  sql: Sql,
  table: SqlPart,
  { alive, dead }: { alive: SqlPart; dead: SqlPart },
): Promise<number> {
  const rows = await sql`
    update ${table} set ${dead} where ctid = any(array(
      select ctid from ${table} where ${alive} limit ${groupSize} for update skip locked))
    returning 1`
  return rows.length
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
      order by token_hash limit ${groupSize}),
    gone as (
      delete from sessions s using next n
      where s.token_hash = n.token_hash and s.last_used_at <= ${idleSince})
    select count(*)::int4 as rows, max(token_hash) as last from next`
  return (looked?.rows === groupSize && looked.last) || ''
}
