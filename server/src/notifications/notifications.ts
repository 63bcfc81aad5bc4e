import type { Sql } from '#db/db.ts'

/** Tells a customer something in the app. */
export async function notify(
  sql: Sql,
  customerId: bigint,
  { title, body, now }: { title: string; body: string; now: Date },
): Promise<void> {
  await sql`
    insert into notifications(customer_id, title, body, created_at)
    values (${customerId}, ${title}, ${body}, ${now})`
}

export async function unreadCount(sql: Sql, customerId: bigint): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from notifications
    where customer_id = ${customerId} and read_at is null`
  return row?.count ?? 0
}
