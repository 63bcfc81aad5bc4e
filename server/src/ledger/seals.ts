import { type Db, liftTimeLimit, type Sql } from '#db/db.ts'
import type { Finding } from './audit-rules.ts'

type Seal = { day: string; upTo: bigint }

/** The last sealed day, and the last entry in it. */
export async function lastSeal(sql: Sql): Promise<Seal | undefined> {
  const [seal] = await sql<Seal>`
    select day, up_to as "upTo" from ledger_seals order by day desc limit 1`
  return seal
}

/** Which sealed days are looked at again: some every night, at least so many of those there are. */
export type Round = { night: number; days: number }

/** Reads sealed days again, all of them or a round's, and names those that are not as they were. */
export async function sealFindings(sql: Sql, round?: Round): Promise<Finding[]> {
  const chosen = round ? await daysOf(sql, round) : null
  // Few rows, each of much work: a worker takes half of them, however small the table is.
  await sql`set local min_parallel_table_scan_size = 0`
  await sql`set local max_parallel_workers_per_gather = 1`
  return sql<Finding>`
    select 'S1 sealed day is as it was' as rule, 'day ' || day as subject,
      ledger_check_seal(day) as detail
    from ledger_seals where (${chosen}::date[] is null or day = any(${chosen}::date[]))
      and ledger_check_seal(day) is not null
    order by day`
}

/**
 * Every day has its turn once in so many nights, the largest power of two that leaves enough days for
 * each. It stays while the seals double; with a number that changed as they grow, the turns of some
 * days would be passed over for years.
 */
async function daysOf(sql: Sql, { night, days }: Round): Promise<string[]> {
  const seals = await sql<{ day: string }>`select day from ledger_seals order by day`
  let nights = 1
  while (2 * nights * days <= seals.length) nights *= 2
  return seals.filter((_, n) => n % nights === night % nights).map(({ day }) => day)
}

/** `seen` is the last entry that was found sound: none after it is sealed. */
type Sealing = { now: Date; zone: string; lock: bigint; seen: bigint }

/**
 * Seals, one transaction each, the days before yesterday that have no seal; answers how many. The
 * caller has found them sound. Entries are numbered under the locks of their accounts, so what may
 * still appear below a number was begun before it: a day ended more than a day ago, and it waits
 * while any transaction is half that old.
 */
export async function sealDays(db: Db, { now, zone, lock, seen }: Sealing): Promise<number> {
  const days = await db.transaction(async (sql) => {
    await liftTimeLimit(sql)
    return daysToSeal(sql, { now, zone, seen })
  })
  for (const { day, upTo } of days) {
    await db.transaction(async (sql) => {
      await liftTimeLimit(sql)
      await sql`select pg_advisory_xact_lock(${lock})`
      // Another process may have sealed it meanwhile.
      const last = await lastSeal(sql)
      if (!last || last.upTo < upTo) await sql`select ledger_seal(${day}, ${upTo})`
    })
  }
  return days.length
}

async function daysToSeal(sql: Sql, { now, zone, seen }: Omit<Sealing, 'lock'>): Promise<Seal[]> {
  return sql<Seal>`
    with last as (
      select coalesce(max(day), '-infinity') as day, coalesce(max(up_to), 0) as up_to
      from ledger_seals),
    days as (
      -- A clock that was set back does not open a sealed day again: the next one takes the entry.
      select greatest((e.at at time zone ${zone})::date, last.day + 1) as day, max(e.id) as up_to
      from last, ledger_entries e
      where e.id > last.up_to
        and e.at < ((${now}::timestamptz at time zone ${zone})::date - 1)::timestamp at time zone ${zone}
      group by 1
      -- A day that the audit has not seen to its end waits.
      having max(e.id) <= ${seen}),
    rising as (
      select day, up_to, coalesce(max(up_to) over (
        order by day rows between unbounded preceding and 1 preceding), 0) as before from days)
    select day, up_to as "upTo" from rising
    where up_to > before and not exists (
      select from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and xact_start < now() - interval '12 hours')
    order by day`
}
