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
}
