import type { notifications, Output } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { publish } from './publish.ts'

const perPage = 20

type Notice = {
  customerId: bigint
  title: string
  body: string
  /** The statement line it is about, and where that lies. */
  about?: { transactionId: string; ledgerId: bigint; line: bigint }
  /** Something will go wrong unless the customer does something. */
  warns?: boolean
}

/** Tells a customer something in the app, at once where it is open. */
export async function notify(
  sql: Sql,
  customerId: bigint,
  { title, body, now, warns }: { title: string; body: string; now: Date; warns?: boolean },
): Promise<void> {
  await addNotices(sql, [{ customerId, title, body, ...(warns && { warns }) }], now)
  await publish(sql, new Map([[customerId, []]]))
}

/** Writes notices, to be told to whoever is listening by `publish`. */
export async function addNotices(sql: Sql, notices: readonly Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  await sql`
    select notices_add(${notices.map(({ customerId }) => customerId)}::int8[],
      ${notices.map(({ title }) => title)}::text[], ${notices.map(({ body }) => body)}::text[],
      ${notices.map(({ about }) => about?.transactionId ?? null)}::uuid[],
      ${notices.map(({ about }) => about?.ledgerId ?? null)}::int8[],
      ${notices.map(({ about }) => about?.line ?? null)}::int8[],
      ${notices.map(({ warns }) => warns ?? false)}::bool[], ${now})`
}

/** How many a customer has not read, as a piece of another query. */
export const unreadOf = (customerId: SqlPart): SqlPart =>
  part`coalesce((select unread::int4 from inboxes where customer_id = ${customerId}), 0)`

/** The counts of many at once; who has none is left out. */
export async function unreadCounts(
  sql: Sql,
  customerIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const rows = await sql<{ id: bigint; count: number }>`
    select customer_id as id, unread::int4 as count from inboxes
    where customer_id = any(${customerIds}::int8[]) and unread > 0`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

type Row = {
  Id: string
  Title: string
  Body: string
  Created: Date
  Read: boolean
  Transaction: string | null
  Party: string | null
  Warns: boolean
}

/** One page of what a customer was told, newest first. */
export async function notificationPage(
  sql: Sql,
  customerId: bigint,
  page: number,
): Promise<Output<typeof notifications>> {
  const [inbox] = await sql<{ total: number; unread: number; readUpTo: bigint }>`
    select total::int4 as total, unread::int4 as unread, read_up_to as "readUpTo"
    from inboxes where customer_id = ${customerId}`
  const { total, unread, readUpTo } = inbox ?? { total: 0, unread: 0, readUpTo: 0n }
  // The parties of these alone, each by the key of its line; of what lies before the page none is read.
  const rows = await sql<Row>`
    select id::text as "Id", title as "Title", body as "Body", created_at as "Created",
      id <= ${readUpTo} as "Read", transaction_id as "Transaction", warns as "Warns",
      (select t.name from transactions t where t.account_id = n.account_id and t.line = n.line)
        as "Party"
    from (
      select * from notifications where customer_id = ${customerId}
      order by id desc limit ${perPage} offset ${(page - 1) * perPage}) n
    order by id desc`
  return {
    List: rows.map(({ Party, Warns, ...row }) => ({
      ...row,
      ...(Party && { Party }),
      ...(Warns && { Warns }),
    })),
    Meta: { PageSize: Math.ceil(total / perPage), Total: total },
    Unread: unread,
  }
}

/** Marks everything as read; the customer's other devices learn of it. */
export async function markAllRead(sql: Sql, customerId: bigint): Promise<void> {
  // The row lock first, on its own: only then does the next statement see every notice it counts.
  const unread = await sql`
    select from inboxes where customer_id = ${customerId} and unread > 0 for update`
  if (unread.length === 0) return
  await sql`
    update inboxes set unread = 0, read_up_to = (
      select id from notifications where customer_id = ${customerId} order by id desc limit 1)
    where customer_id = ${customerId}`
  await publish(sql, new Map([[customerId, []]]))
}
