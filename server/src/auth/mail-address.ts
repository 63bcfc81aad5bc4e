import type { Sql } from '#db/db.ts'
import { refusal } from '#kernel/failure.ts'
import type { Reader } from '#mail/templates.ts'

/** How long resets go to the address of before a change, at least. */
const formerMs = 72 * 3_600_000

/**
 * Who a code is mailed to. Until a new address is proven that is the one of before: whoever changed
 * it may have nothing but a session. Refused where there is no address at all.
 */
export async function codeReader(sql: Sql, customerId: bigint): Promise<Reader> {
  const [reader] = await sql<Reader>`
    select case when email_verified then email else coalesce(former_email, email) end as email,
      first_name as "firstName",
      email_verified or (former_email is not null and former_email_verified) as "isProven"
    from customers where id = ${customerId}`
  if (!reader) throw new Error('no customer to write to')
  if (reader.email === '') throw refusal('no_address')
  return reader
}

/** Who a link that opens the account is mailed to: for three days the address of before in any case. */
export async function resetReader(
  sql: Sql,
  customerId: bigint,
  now: Date,
): Promise<Reader | undefined> {
  const [reader] = await sql<Reader>`
    select case when former.counts then former_email else email end as email,
      first_name as "firstName",
      case when former.counts then former_email_verified else email_verified end as "isProven"
    from customers
    cross join lateral (
      select former_email is not null
        and not (email_verified and coalesce(former_email_until <= ${now}, false)) as counts) former
    where id = ${customerId}`
  return reader?.email ? reader : undefined
}

/** Whether any address of the customer was ever proven. */
export async function isEverProven(sql: Sql, customerId: bigint): Promise<boolean> {
  const proven = await sql`
    select from customers where id = ${customerId} and (email_verified or former_email_verified)`
  return proven.length > 0
}

/**
 * Keeps the address that is about to be changed. Of several changes in a row the first counts: a
 * thief who changes it twice must not become the former owner. Tells whether it is that first one, and
 * whether it was ever proven.
 */
export async function keepFormerAddress(
  sql: Sql,
  customerId: bigint,
  now: Date,
): Promise<{ first: boolean; proven: boolean }> {
  const [kept] = await sql<{ first: boolean; proven: boolean }>`
    update customers set
      former_email = case when former_email_until > ${now} or not email_verified
        then coalesce(former_email, nullif(email, '')) else email end,
      former_email_verified = case when former_email_until > ${now} or not email_verified
        then former_email_verified else true end,
      former_email_until = ${new Date(now.getTime() + formerMs)}
    where id = ${customerId}
    returning coalesce(former_email = email, false) as first, former_email_verified as proven`
  return kept ?? { first: false, proven: false }
}

/** Forgets the former address once it is the customer's again. */
export async function settleFormerAddress(sql: Sql, customerId: bigint): Promise<void> {
  await sql`
    update customers set former_email = null, former_email_until = null,
      former_email_verified = false
    where id = ${customerId} and former_email = email`
}
