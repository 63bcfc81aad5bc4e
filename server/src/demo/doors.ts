import { endSessions } from '#auth/sessions.ts'
import type { Bank } from '#kernel/context.ts'

/**
 * Keeps the demo customers out of a bank that is no demo: everybody knows their passwords. Their
 * money and history stay. Tells whom it closed, which includes one that the operator had let in.
 */
export async function closeDemo({ db }: Pick<Bank, 'db'>): Promise<string[]> {
  return db.transaction(async (sql) => {
    await sql`
      select customer_lock(array(
        select id from customers where demo_state is not null and not blocked))`
    const closed = await sql<{ id: bigint; username: string }>`
      update customers set blocked = true, demo_state = 'closed'
      where demo_state is not null and not blocked returning id, username`
    for (const { id } of closed) await endSessions(sql, id)
    return closed.map(({ username }) => username)
  })
}

/** Lets those in again that `closeDemo` had closed; one that the operator blocked stays so. */
export async function openDemo({ db }: Pick<Bank, 'db'>): Promise<void> {
  await db.sql`
    update customers set blocked = false, demo_state = 'open' where demo_state = 'closed'`
}
