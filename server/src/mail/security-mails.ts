import type { Sql } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import { spendOrWaitSeconds } from '#limits/attempts.ts'
import type { Mailer } from './mailer.ts'
import { digestMail, securityMail } from './notices.ts'
import type { ProvenReader } from './templates.ts'

/**
 * So many of a title an hour come one by one; the rest of the hour comes together. Each title has its
 * own count: what is switched to and fro does not drown what matters.
 */
const perHour = 10
const oftenPerHour = 2

type Post = { clock: Clock; mailer: Mailer }

/**
 * Mails a customer about a change that matters to safety. An address that nobody has proven gets
 * none: it may be a stranger's, whom anybody could flood by switching something to and fro.
 */
export async function mailSecurity(
  { clock, mailer }: Post,
  sql: Sql,
  customerId: bigint,
  {
    title,
    body,
    byReset = false,
    often = false,
  }: {
    title: string
    body: string
    /** Told where reset links go: for days after a change to the address of before. */
    byReset?: boolean
    /** Whether a session alone can make it happen over and over. */
    often?: boolean
  },
): Promise<void> {
  const now = clock.now()
  const readers = await readersOf(sql, [customerId], { now, byReset })
  if (readers.length === 0) return
  const bucket = `mail:security:${customerId}:${title}`
  const max = often ? oftenPerHour : perHour
  const waitSeconds = await spendOrWaitSeconds(sql, { bucket, max, seconds: 3600, now })
  if (waitSeconds === null) {
    return mailer.queueAll(
      sql,
      readers.map((reader) => securityMail(reader, title, body)),
    )
  }
  const dueAt = new Date(now.getTime() + waitSeconds * 1000)
  await sql`
    insert into security_digests(customer_id, title, due_at)
    values (${customerId}, ${title}, ${dueAt})
    on conflict (customer_id, title) do update set times = security_digests.times + 1`
}

/**
 * Who reads mail about a customer's account: the address that is proven, and of a change that is not
 * yet the one of before. For days after a change both: whoever changed it, and proved theirs, may be a
 * thief. The address of before comes first.
 */
export function readersOf(
  sql: Sql,
  customerIds: readonly bigint[],
  { now, byReset = false }: { now: Date; byReset?: boolean },
): Promise<(ProvenReader & { customerId: bigint })[]> {
  return sql<ProvenReader & { customerId: bigint }>`
    select c.id as "customerId", c.first_name as "firstName", reader.email, true as "isProven"
    from customers c
    cross join lateral (
      select c.former_email_verified
        and (not c.email_verified or coalesce(c.former_email_until > ${now}::timestamptz, false))
        as "isRead") former
    cross join lateral (
      select 1 as place, c.former_email as email where former."isRead"
      union all select 2, c.email where c.email_verified
        and not (former."isRead" and (${byReset}::boolean or c.former_email = c.email))) reader
    where c.id = any(${customerIds}::int8[])
    order by c.id, reader.place`
}

/** Mails what was gathered in an hour that is over; answers to how many customers. */
export async function sendDigests({
  db,
  clock,
  mailer,
}: Post & { db: { transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> } }): Promise<number> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    // Row locks, and rows that another process has taken are left to it: each is mailed once.
    const rows = await sql<{ customerId: bigint; title: string; times: number }>`
      with due as materialized (
        select customer_id, title from security_digests where due_at <= ${now}
        for update skip locked)
      delete from security_digests d using due
      where d.customer_id = due.customer_id and d.title = due.title
      returning d.customer_id as "customerId", d.title, d.times`
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
    const readers = await readersOf(sql, [...byCustomer.keys()], { now })
    await mailer.queueAll(
      sql,
      readers.map((reader) => digestMail(reader, byCustomer.get(reader.customerId) ?? [])),
    )
    return byCustomer.size
  })
}
