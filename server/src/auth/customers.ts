import type { Sql } from '#db/db.ts'
import { refusal } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { nameKey } from '#kernel/name-key.ts'

/** Who a session belongs to, with the flags that calls ask about. */
export type Customer = {
  id: bigint
  username: string
  email: string
  firstName: string
  lastName: string
  blocked: boolean
  useOtp: boolean
  pendingTransfer: boolean
  cryptoPayment: boolean
}

export type NewCustomer = {
  username: string
  email: string
  passwordHash: string
  firstName: string
  middleName: string
  lastName: string
  phone: string
  sex: string
  bornOn: string | null
  occupation: string
  country: string
  state: string
  city: string
  street: string
  kin: {
    firstName: string
    lastName: string
    relationship: string
    phone: string
    email: string
    occupation: string
    address: string
  }
}

/** Writes a new customer; of two that want the same name at once, one is refused. */
export async function insertCustomer(sql: Sql, now: Date, fresh: NewCustomer): Promise<bigint> {
  const { kin } = fresh
  const [row] = await sql<{ id: bigint }>`
    insert into customers(username, username_key, email, email_key, password_hash, first_name,
      middle_name, last_name, phone, sex, born_on, occupation, country, state, city, street,
      kin_first_name, kin_last_name, kin_relationship, kin_phone, kin_email, kin_occupation,
      kin_address, created_at, username_skeleton)
    values (${fresh.username}, ${nameKey(fresh.username)}, ${fresh.email}, ${nameKey(fresh.email)},
      ${fresh.passwordHash}, ${fresh.firstName}, ${fresh.middleName}, ${fresh.lastName},
      ${fresh.phone}, ${fresh.sex}, ${fresh.bornOn}, ${fresh.occupation}, ${fresh.country},
      ${fresh.state}, ${fresh.city}, ${fresh.street}, ${kin.firstName}, ${kin.lastName},
      ${kin.relationship}, ${kin.phone}, ${kin.email}, ${kin.occupation}, ${kin.address}, ${now},
      ${skeletonOf(nameKey(fresh.username))})
    on conflict do nothing returning id`
  if (row) return row.id
  await assertFree(sql, now, fresh)
  throw refusal('username_taken')
}

/** Whether a customer has this username, or one that looks like it. */
export async function isUsernameTaken(sql: Sql, username: string): Promise<boolean> {
  const key = nameKey(username)
  const rows = await sql`
    select 1 from customers where username_key = ${key} or username_skeleton = ${skeletonOf(key)}`
  return rows.length > 0
}

/**
 * Refuses a username or an e-mail that another customer has, and a name that looks like another's. An
 * address that its customer only claims is free (see freeAddress).
 */
export async function assertFree(
  sql: Sql,
  now: Date,
  { username, email }: { username: string; email: string },
): Promise<void> {
  const key = nameKey(username)
  const rows = await sql<{ byName: boolean }>`
    select username_key = ${key} or coalesce(username_skeleton = ${skeletonOf(key)}, false) as "byName"
    from customers c
    where username_key = ${key} or username_skeleton = ${skeletonOf(key)}
      or email_key = ${nameKey(email)} and not address_is_free(c, ${now})`
  if (rows.length === 0) return
  const byName = rows.some((row) => row.byName)
  throw refusal(byName ? 'username_taken' : 'email_taken')
}
