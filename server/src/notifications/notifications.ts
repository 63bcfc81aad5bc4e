import type { notifications, Output } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { publish } from './publish.ts'

const perPage = 20

/** Tells a customer something in the app, at once where it is open. */
export async function notify(
  sql: Sql,
  customerId: bigint,
  { title, body, now }: { title: string; body: string; now: Date },
): Promise<void> {
  await sql`
    insert into notifications(customer_id, title, body, created_at)
    values (${customerId}, ${title}, ${body}, ${now})`
  await publish(sql, new Map([[customerId, []]]))
}

export async function unreadCount(sql: Sql, customerId: bigint): Promise<number> {
  return (await unreadCounts(sql, [customerId])).get(customerId) ?? 0
}

/** The counts of many at once; who has none is left out. */
export async function unreadCounts(
  sql: Sql,
  customerIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const rows = await sql<{ id: bigint; count: number }>`
    select customer_id as id, count(*)::int4 as count from notifications
    where customer_id = any(${customerIds}::int8[]) and read_at is null
    group by customer_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

type Row = {
  Id: string
  Title: string
  Body: string
  Created: Date
  Read: boolean
  Transaction: string | null
}

/** One page of what a customer was told, newest first. */
export async function notificationPage(
  sql: Sql,
  customerId: bigint,
  page: number,
): Promise<Output<typeof notifications>> {
  const rows = await sql<Row>`
    select id::text as "Id", title as "Title", body as "Body", created_at as "Created",
      read_at is not null as "Read", transaction_id as "Transaction"
    from notifications where customer_id = ${customerId}
    order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
  const [sum] = await sql<{ total: number }>`
    select count(*)::int4 as total from notifications where customer_id = ${customerId}`
  const total = sum?.total ?? 0
  return {
    List: rows,
    Meta: { PageSize: Math.ceil(total / perPage), Total: total },
    Unread: await unreadCount(sql, customerId),
  }
}

/** Marks everything as read; the customer's other devices learn of it. */
export async function markAllRead(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  const marked = await sql`
    update notifications set read_at = ${now}
    where customer_id = ${customerId} and read_at is null returning 1`
  if (marked.length > 0) await publish(sql, new Map([[customerId, []]]))
}
