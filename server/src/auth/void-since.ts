import type { Sql } from '#db/db.ts'

/**
 * Takes away what a thief may have set up since a moment. Password and PIN go whenever they were
 * saved: who got that far may have known them. No money goes out until the customer has chosen both
 * anew.
 */
export async function voidWhatWasAddedSince(
  sql: Sql,
  customerId: bigint,
  since: Date,
): Promise<void> {
  // No hash at all: no password matches it, and only a reset by mail can put one there.
  await sql`
    update customers set password_hash = '', pin_hmac = null, pin_tries = 0, pin_tries_total = 0,
      pin_locked_until = null
    where id = ${customerId}`
  await sql`
    update transfer_codes set expires_at = created_at
    where customer_id = ${customerId} and used_at is null`
  await sql`delete from devices where customer_id = ${customerId} and first_seen_at >= ${since}`
  await sql`delete from passkeys where customer_id = ${customerId} and created_at >= ${since}`
  await voidApprovals(sql, customerId)
  await sql`
    update customers c set passkey_required = false
    where id = ${customerId} and passkey_required
      and not exists (select 1 from passkeys p where p.customer_id = c.id)`
  await sql`delete from authenticators where customer_id = ${customerId} and created_at >= ${since}`
  // When they were made is not known; new ones are made in the profile.
  await sql`delete from backup_codes where customer_id = ${customerId}`
}

/** Takes back what passkeys have approved and what was not paid yet. */
export async function voidApprovals(sql: Sql, customerId: bigint): Promise<void> {
  await sql`delete from passkey_approvals where customer_id = ${customerId} and used_at is null`
}
