import { dayIn } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'

const dayMs = 24 * 3_600_000
// Only today's sum is ever asked for; a month is for whoever looks into something.
const sumsDays = 35

/** Changes or deletes at most a group of rows; answers how many, a whole group where there is more. */
export type Sweep = (sql: Sql) => Promise<number>

/**
 * Makes what deletes things that were kept long enough, a group at a time, one kind after the other:
 * what is kept for weeks may stay some minutes longer. Tables that are walked through have no index of
 * their times, which every row would pay for: a walk goes on where it ended.
 */
export function makeRetention(
  { config: { keepDays, bankZone, smtp } }: Bank,
  groupSize: number,
): (now: Date) => Sweep {
  const walkMails = makeWalk(0n, smtp !== undefined, forgetMails)
  const walkTransfers = makeWalk('00000000-0000-0000-0000-000000000000', true, forgetTransfers)
  const walkRequests = makeWalk(0n, true, forgetRequests)
  const walkSums = makeWalk({ customer: 0n, day: '-infinity' }, true, forgetSums)
  let turn = 0
  return (now) => {
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    const dayAgo = (days: number) => dayIn(ago(days), bankZone)
    const kinds: Sweep[] = [
      (sql) =>
        counted(sql<Count>`
          select ledger_archive_keys(${ago(keepDays.keys)}, ${groupSize}) as count`),
      (sql) =>
        counted(sql<Count>`
          select notices_forget(${ago(keepDays.notices)}, ${groupSize}) as count`),
      (sql) =>
        walkMails(sql, {
          groupSize,
          sentBefore: ago(keepDays.sentMails),
          failedBefore: ago(keepDays.failedMails),
        }),
      (sql) => walkTransfers(sql, { groupSize, before: dayAgo(keepDays.transfers) }),
      (sql) => walkRequests(sql, { groupSize, before: ago(keepDays.transfers) }),
      (sql) => walkSums(sql, { groupSize, before: dayAgo(sumsDays) }),
      (sql) => forgetDocuments(sql, { groupSize, before: ago(keepDays.documents) }),
    ]
    turn = (turn + 1) % kinds.length
    return kinds[turn] as Sweep
  }
}

type Count = { count: number }

const counted = async (rows: Promise<Count[]>): Promise<number> => (await rows)[0]?.count ?? 0

/** How far a step of a walk came; without a place it has come to the end. */
type Step<Place> = { place: Place | undefined; rows: number }

function makeWalk<Place, Bounds>(
  start: Place,
  wanted: boolean,
  step: (sql: Sql, after: Place, bounds: Bounds) => Promise<Step<Place>>,
): (sql: Sql, bounds: Bounds) => Promise<number> {
  let after = start
  return async (sql, bounds) => {
    if (!wanted) return 0
    const { place, rows } = await step(sql, after, bounds)
    after = place ?? start
    return rows
  }
}

type MailBounds = { groupSize: number; sentBefore: Date; failedBefore: Date }

/** Each time from the oldest mail to the first that is young; the mailbox keeps what it never sent. */
async function forgetMails(
  sql: Sql,
  after: bigint,
  { groupSize, sentBefore, failedBefore }: MailBounds,
): Promise<Step<bigint>> {
  const [looked] = await sql<{ old: number; last: bigint | null }>`
    with next as materialized (
      select id, created_at, sent_at, failed_at from mails where id > ${after}
      order by id limit ${groupSize}),
    gone as (
      delete from mails m using next n
      where m.id = n.id and (n.sent_at <= ${sentBefore} or n.failed_at <= ${failedBefore}))
    select count(*) filter (where created_at <= ${sentBefore})::int4 as old, max(id) as last
    from next`
  const more = looked?.old === groupSize && looked.last
  return more ? { place: more, rows: groupSize } : { place: undefined, rows: 0 }
}

type DayBounds = { groupSize: number; before: string }

/** A group at each run: all of them are looked at in the course of days. */
async function forgetTransfers(
  sql: Sql,
  after: string,
  { groupSize, before }: DayBounds,
): Promise<Step<string>> {
  const [looked] = await sql<{ rows: number; last: string | null }>`
    with next as materialized (
      select transaction_id, day, done from transfers where transaction_id > ${after}
      order by transaction_id limit ${groupSize}),
    gone as (
      delete from transfers t using next n
      where t.transaction_id = n.transaction_id and n.done and n.day < ${before})
    select count(*)::int4 as rows,
      (select transaction_id from next order by transaction_id desc limit 1) as last from next`
  return { place: (looked?.rows === groupSize && looked.last) || undefined, rows: 0 }
}

/** From the oldest to the first that is young. What paid one stays on the statements. */
async function forgetRequests(
  sql: Sql,
  after: bigint,
  { groupSize, before }: { groupSize: number; before: Date },
): Promise<Step<bigint>> {
  const [looked] = await sql<{ old: number; last: bigint | null }>`
    with next as materialized (
      select id, expires_at from payment_requests where id > ${after} order by id limit ${groupSize}),
    gone as (
      delete from payment_requests r using next n where r.id = n.id and n.expires_at < ${before})
    select count(*) filter (where expires_at < ${before})::int4 as old, max(id) as last from next`
  const more = looked?.old === groupSize && looked.last
  return more ? { place: more, rows: groupSize } : { place: undefined, rows: 0 }
}

/** Their files only, which are drawn again where somebody asks: the ledger has what they show. */
async function forgetDocuments(
  sql: Sql,
  { groupSize, before }: { groupSize: number; before: Date },
): Promise<number> {
  const old = await sql<{ id: bigint }>`
    select id from documents where made_at < ${before} order by made_at limit ${groupSize}
    for update skip locked`
  const ids = old.map(({ id }) => id)
  await sql`delete from document_parts where document_id = any(${ids}::int8[])`
  await sql`delete from document_volumes where document_id = any(${ids}::int8[])`
  await sql`
    update documents set made_at = null, making = null, asked = false, next_at = 'infinity'
    where id = any(${ids}::int8[])`
  return ids.length
}

async function forgetSums(
  sql: Sql,
  after: { customer: bigint; day: string },
  { groupSize, before }: DayBounds,
): Promise<Step<{ customer: bigint; day: string }>> {
  const rows = await sql<{ customer: bigint; day: string }>`
    with next as materialized (
      select customer_id, day from transfer_days
      where (customer_id, day) > (${after.customer}, ${after.day}::date)
      order by customer_id, day limit ${groupSize}),
    gone as (
      delete from transfer_days d using next n
      where d.customer_id = n.customer_id and d.day = n.day and n.day < ${before})
    select customer_id as customer, day from next order by customer_id, day
    offset ${groupSize - 1}`
  return { place: rows[0], rows: 0 }
}
