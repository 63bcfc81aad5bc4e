import { endSessions } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { lockCustomer } from '#security/customer-lock.ts'

type Setter = (sql: Sql, id: bigint, value: boolean) => Promise<unknown>

/** The flags of a customer that an operator may set, by the names of the specification where it has them. */
const setters: Record<string, Setter> = {
  UseLoginVerification: (sql, id, value) =>
    sql`update customers set use_login_code = ${value} where id = ${id}`,
  AllowUserManageLoginVerification: (sql, id, value) =>
    sql`update customers set may_manage_login_code = ${value} where id = ${id}`,
  AllowTransfer: (sql, id, value) =>
    sql`update customers set allow_transfer = ${value} where id = ${id}`,
  PendingTransfer: (sql, id, value) =>
    sql`update customers set pending_transfer = ${value} where id = ${id}`,
  UseOtp: (sql, id, value) => sql`update customers set use_otp = ${value} where id = ${id}`,
  // Without the day's count the next wrong code would lock them again.
  LockOTP: (sql, id, value) =>
    sql`update customers set lock_otp = ${value}, otp_wrong = 0 where id = ${id}`,
  CryptoPayment: (sql, id, value) =>
    sql`update customers set crypto_payment = ${value} where id = ${id}`,
  Emailnotification: (sql, id, value) =>
    sql`update customers set email_alerts = ${value} where id = ${id}`,
  Verifiedemail: (sql, id, value) =>
    sql`update customers set email_verified = ${value} where id = ${id}`,
  Verifiedphone: (sql, id, value) =>
    sql`update customers set phone_verified = ${value} where id = ${id}`,
  // For somebody who has lost what they would sign in with, once it is known who asks.
  PasskeyRequired: (sql, id, value) =>
    sql`update customers set passkey_required = ${value} where id = ${id}`,
  UseAuthenticator: async (sql, id, value) => {
    if (value) throw new Failure('invalid', 'Only the customer can switch this on')
    await sql`delete from authenticators where customer_id = ${id}`
    await sql`delete from backup_codes where customer_id = ${id}`
  },
  Blocked: async (sql, id, value) => {
    await sql`update customers set blocked = ${value} where id = ${id}`
    if (value) await endSessions(sql, id)
  },
}

export const flagNames = Object.keys(setters)

/** Sets one flag of one customer. */
export async function setFlag(
  sql: Sql,
  { username, flag, value }: { username: string; flag: string; value: boolean },
): Promise<void> {
  const setter = Object.hasOwn(setters, flag) ? setters[flag] : undefined
  if (!setter) throw new Failure('invalid', `No flag ${flag}. There are: ${flagNames.join(', ')}`)
  const id = await customerId(sql, username)
  await lockCustomer(sql, id)
  await setter(sql, id, value)
}

/** The customer of a username, or a refusal that says so. */
export async function customerId(sql: Sql, username: string): Promise<bigint> {
  const [row] = await sql<{ id: bigint }>`
    select id from customers where username_key = ${nameKey(username)}`
  if (!row) throw new Failure('invalid', `No customer has the username ${username}`)
  return row.id
}
