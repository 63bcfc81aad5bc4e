import type { Sql } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import { spendOrWaitSeconds } from '#limits/attempts.ts'
import type { Mailer } from './mailer.ts'
import { digestMail, securityMail } from './notices.ts'
import type { Reader } from './templates.ts'

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
  const readers = await readersOf(sql, customerId, { now, byReset })
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

/** For days after a change both addresses: whoever changed it, and proved theirs, may be a thief. */
async function readersOf(
  sql: Sql,
  customerId: bigint,
  { now, byReset }: { now: Date; byReset: boolean },
): Promise<Reader[]> {
  const before = await provenReader(sql, customerId, now)
  const current = byReset ? undefined : await provenReader(sql, customerId)
  return [before, current?.email === before?.email ? undefined : current].filter(
    (reader) => reader !== undefined,
  )
}

/** Mails what was gathered in an hour that is over; answers to how many customers. */
export async function sendDigests({
  db,
  clock,
  mailer,
}: Post & { db: { transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> } }): Promise<number> {
  return db.transaction(async (sql) => {
    // Row locks, and rows that another process has taken are left to it: each is mailed once.
    const rows = await sql<{ customerId: bigint; title: string; times: number }>`
      with due as materialized (
        select customer_id, title from security_digests where due_at <= ${clock.now()}
        for update skip locked)
      delete from security_digests d using due
      where d.customer_id = due.customer_id and d.title = due.title
      returning d.customer_id as "customerId", d.title, d.times`
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
    for (const [customerId, changes] of byCustomer) {
      const reader = await provenReader(sql, customerId)
      if (reader) await mailer.queue(sql, digestMail(reader, changes))
    }
    return byCustomer.size
  })
}

/** The address that the customer has proven: of a change that is not yet, the one of before. */
async function provenReader(
  sql: Sql,
  customerId: bigint,
  settledBy?: Date,
): Promise<Reader | undefined> {
  const [reader] = await sql<Reader>`
    select * from (
      select first_name as "firstName",
        case when former_email_verified
            and (not email_verified or former_email_until > ${settledBy ?? null}::timestamptz)
          then former_email when email_verified then email end as email
      from customers where id = ${customerId}) reader
    where email is not null`
  return reader
}
