import type { Sql } from '#db/db.ts'
import { hashToken, newToken } from './secrets.ts'

type Purpose = 'reset' | 'login'

/** Makes a link's token; a newer link of the same purpose voids the older ones. */
export async function issueLink(
  sql: Sql,
  link: { customerId: bigint; purpose: Purpose; now: Date; minutes: number },
): Promise<{ token: string; expiresAt: Date }> {
  const { customerId, purpose, now, minutes } = link
  const token = newToken()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  // Two at once would not see each other's link, and both would live.
  await sql`select 1 from customers where id = ${customerId} for update`
  await voidLinks(sql, { customerId, purpose, now })
  await sql`
    insert into links(token_hash, customer_id, purpose, created_at, expires_at)
    values (${hashToken(token)}, ${customerId}, ${purpose}, ${now}, ${expiresAt})`
  return { token, expiresAt }
}

/** Voids what a customer was sent for a purpose and has not used. */
export async function voidLinks(
  sql: Sql,
  { customerId, purpose, now }: { customerId: bigint; purpose: Purpose; now: Date },
): Promise<void> {
  await sql`
    update links set used_at = ${now}
    where customer_id = ${customerId} and purpose = ${purpose} and used_at is null`
}

type Asked = { token: string; purpose: Purpose; now: Date }

/** Whether a link would work, without spending it. */
export async function isLive(sql: Sql, { token, purpose, now }: Asked): Promise<boolean> {
  const rows = await sql`
    select 1 from links where token_hash = ${hashToken(token)} and purpose = ${purpose}
      and used_at is null and expires_at > ${now}`
  return rows.length === 1
}

/** Spends a link: of any number of uses at once exactly one gets the customer. */
export async function spendLink(
  sql: Sql,
  { token, purpose, now }: Asked,
): Promise<bigint | undefined> {
  const [row] = await sql<{ customer_id: bigint }>`
    update links set used_at = ${now}
    where token_hash = ${hashToken(token)} and purpose = ${purpose}
      and used_at is null and expires_at > ${now}
    returning customer_id`
  return row?.customer_id
}
