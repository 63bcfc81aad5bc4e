import type { Sql } from '#db/db.ts'
import { nameKey } from '#kernel/name-key.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { hashToken, newToken } from './secrets.ts'

type Purpose = 'reset' | 'login' | 'verify-email' | 'undo-email' | 'not-me'

/** How long a new address can be proven, and an old one be gone back to. */
export const addressLinkMinutes = 72 * 60

// Who asks for a reset in another's name must not void the link that its owner is about to open.
const youngMs = 5 * 60_000

/**
 * Makes a link's token; a newer link of the same purpose voids the older ones, though not a reset of
 * the last minutes. Links that undo stay: whoever took a session over could otherwise void the
 * owner's by changing the address twice or signing in again.
 */
export async function issueLink(
  sql: Sql,
  link: {
    customerId: bigint
    purpose: Purpose
    now: Date
    minutes: number
    /** What a link of verify-email or undo-email is about. */
    address?: string
    /** Whether nobody else may have that address while the link is good. */
    keeps?: boolean
  },
): Promise<{ token: string; expiresAt: Date }> {
  const { customerId, purpose, now, minutes, address = '', keeps = false } = link
  const token = newToken()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  // Locked: two links made at once would not see each other, and both would stay good.
  await lockCustomer(sql, customerId)
  if (purpose !== 'undo-email' && purpose !== 'not-me') {
    const madeBefore = new Date(now.getTime() - youngMs)
    await voidLinks(sql, { customerId, purpose, now, ...(purpose === 'reset' && { madeBefore }) })
  }
  await sql`
    insert into links(token_hash, customer_id, purpose, address, address_key, created_at,
      expires_at, keeps_address)
    select ${hashToken(token)}, id, ${purpose}, ${address}, ${nameKey(address)}, ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${keeps}::boolean
    from customers where id = ${customerId}`
  return { token, expiresAt }
}

/** Voids what a customer was sent for a purpose and has not used, all of it or what is older. */
export async function voidLinks(
  sql: Sql,
  link: { customerId: bigint; purpose: Purpose; now: Date; madeBefore?: Date },
): Promise<void> {
  const { customerId, purpose, now, madeBefore = null } = link
  await sql`
    update links set used_at = ${now}
    where customer_id = ${customerId} and purpose = ${purpose} and used_at is null
      and (${madeBefore}::timestamptz is null or created_at <= ${madeBefore})`
}

type Asked = { token: string; purpose: Purpose; now: Date }

/** Whether a link would work, without spending it. */
export async function isLive(sql: Sql, asked: Asked): Promise<boolean> {
  return (await ownerOf(sql, asked)) !== undefined
}

/** Whose link it is, as long as it would work. */
export async function ownerOf(
  sql: Sql,
  { token, purpose, now }: Asked,
): Promise<bigint | undefined> {
  const [row] = await sql<{ id: bigint }>`
    select customer_id as id from links
    where token_hash = ${hashToken(token)} and purpose = ${purpose}
      and used_at is null and expires_at > ${now}`
  return row?.id
}

/** Who is to prove an address by a link, as long as it would work and the address is still theirs. */
export async function claimantOf(
  sql: Sql,
  { token, now }: Omit<Asked, 'purpose'>,
): Promise<bigint | undefined> {
  const [row] = await sql<{ id: bigint }>`
    select c.id from links l join customers c on c.id = l.customer_id and c.email = l.address
    where l.token_hash = ${hashToken(token)} and l.purpose = 'verify-email'
      and l.used_at is null and l.expires_at > ${now}`
  return row?.id
}

/** Spends a link: of any number of uses at once exactly one gets the customer. */
export async function spendLink(sql: Sql, asked: Asked): Promise<bigint | undefined> {
  return (await spendAddressLink(sql, asked))?.customerId
}

export type SpentLink = { id: bigint; customerId: bigint; address: string; createdAt: Date }

/** The same for a link about an address, with that address and the link's place among its like. */
export async function spendAddressLink(
  sql: Sql,
  { token, purpose, now }: Asked,
): Promise<SpentLink | undefined> {
  const [row] = await sql<SpentLink>`
    update links set used_at = ${now}
    where token_hash = ${hashToken(token)} and purpose = ${purpose}
      and used_at is null and expires_at > ${now}
    returning id, customer_id as "customerId", address, created_at as "createdAt"`
  return row
}

/**
 * When the first browser came in that "This was not me" can still be said of, the one of a link that is
 * spent just now among them: who came with it may have come with others before.
 */
export async function firstDoubted(
  sql: Sql,
  { id, customerId, createdAt }: SpentLink,
  now: Date,
): Promise<Date> {
  const [row] = await sql<{ at: Date | null }>`
    select min(created_at) as at from links
    where customer_id = ${customerId} and purpose = 'not-me' and expires_at > ${now}
      and (used_at is null or id = ${id})`
  return row?.at ?? createdAt
}

/** Voids the undo links of later changes: going back further than they do settles the matter. */
export async function voidLaterUndos(
  sql: Sql,
  { id, customerId, now }: { id: bigint; customerId: bigint; now: Date },
): Promise<void> {
  await sql`
    update links set used_at = ${now}
    where customer_id = ${customerId} and purpose = 'undo-email' and id > ${id}
      and used_at is null`
}

/**
 * Whether somebody else can still go back to this address, and it was really theirs; then it is not
 * free to take.
 */
export async function isKept(
  sql: Sql,
  { address, customerId, now }: { address: string; customerId: bigint; now: Date },
): Promise<boolean> {
  const rows = await sql`
    select 1 from links
    where purpose = 'undo-email' and used_at is null and expires_at > ${now}
      and address_key = ${nameKey(address)} and customer_id <> ${customerId} and keeps_address`
  return rows.length > 0
}
