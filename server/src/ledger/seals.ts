import type { Db, Sql } from '#db/db.ts'
import type { Finding } from './audit-rules.ts'

type Seal = { day: string; upTo: bigint }

/** The last sealed day, and the last entry in it. */
export async function lastSeal(sql: Sql): Promise<Seal | undefined> {
  const [seal] = await sql<Seal>`
    select day, up_to as "upTo" from ledger_seals order by day desc limit 1`
  return seal
}

/** Which sealed days are looked at again; a night of another number takes the next ones. */
export type Round = { night: number; days: number }

/** Reads sealed days again, all of them or a round's, and names those that are not as they were. */
export async function sealFindings(sql: Sql, round?: Round): Promise<Finding[]> {
  const { night, days } = round ?? { night: 0, days: null }
  return sql<Finding>`
    with s as (
      select *, lag(up_to, 1, 0::bigint) over w as after, lag(hash) over w as before,
        row_number() over w - 1 as n, count(*) over () as total
      from ledger_seals window w as (order by day)),
    chosen as materialized (
      select * from s where ${days}::bigint is null or total <= ${days}::bigint
        or (n - ${days}::bigint * ${night}::bigint % total + total) % total < ${days}::bigint)
    select 'S1 sealed day is as it was' as rule, 'day ' || c.day as subject,
      case when (d.entries, d.postings, d.lines, d.sums)
          is distinct from (c.entries, c.postings, c.lines, c.sums)
        then concat_ws(', ', d.entries, d.postings, d.lines, d.sums) || ' found, '
          || concat_ws(', ', c.entries, c.postings, c.lines, c.sums) || ' sealed'
        else 'something else was written then' end as detail
    from chosen c, lateral ledger_digest(c.day, c.before, c.after, c.up_to) d
    where d.hash <> c.hash`
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
    await sql`set local statement_timeout = 0`
    return daysToSeal(sql, { now, zone, seen })
  })
  for (const { day, upTo } of days) {
    await db.transaction(async (sql) => {
      await sql`set local statement_timeout = 0`
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
