import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { nameKey } from '#kernel/name-key.ts'
import { notify } from '#notifications/notifications.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'

type Clocks = Pick<Bank, 'clock'>

/**
 * Takes an address off the customer who has had it for a day without a sign of reading it, for
 * somebody who is about to have it in the same transaction. Of many at once the first finds it so;
 * the others wait for the lock and leave the one who has it by then alone.
 */
export async function freeAddress(bank: Clocks, sql: Sql, address: string): Promise<void> {
  const now = bank.clock.now()
  const free = await sql<{ id: bigint }>`
    select id from customers c where email_key = ${nameKey(address)} and address_is_free(c, ${now})`
  for (const { id: customerId } of free) {
    await lockCustomer(sql, customerId)
    const still = await sql`
      select from customers c
      where id = ${customerId} and email_key = ${nameKey(address)} and address_is_free(c, ${now})`
    if (still.length > 0) await takeAddress(bank, sql, { customerId, by: 'bank' })
  }
}

/**
 * Leaves a customer without an address: no mail can go to whoever has it next, and what was mailed
 * there is void. Codes and resets go to the address of before, where there is one. The customer is locked.
 */
export async function takeAddress(
  { clock }: Clocks,
  sql: Sql,
  { customerId, ...who }: { customerId: bigint; by: 'bank' | 'somebody'; caller?: Caller },
): Promise<void> {
  const now = clock.now()
  await sql`
    update links l set used_at = ${now} from customers c
    where c.id = ${customerId} and l.customer_id = c.id and l.used_at is null
      and (l.purpose in ('reset', 'login', 'verify-email') or l.address_key = c.email_key)`
  await sql`
    update login_codes set used_at = ${now} where customer_id = ${customerId} and used_at is null`
  await sql`
    update transfer_codes set expires_at = created_at
    where customer_id = ${customerId} and used_at is null`
  // A code step with nowhere to mail the code to would keep its customer out for good.
  await sql`
    update customers set email = '', email_key = null, email_verified = false, email_answers = false,
      use_login_code = use_login_code and former_email is not null
    where id = ${customerId}`
  await notify(sql, customerId, { ...lost, now: clock.businessNow() })
  await noteEvent(sql, { customerId, kind: 'email_lost', at: now, ...who })
}

const lost = {
  title: 'Your e-mail address is no longer yours',
  body: 'Nobody had confirmed it for you, and it belongs to somebody else. Enter yours in your profile and confirm it.',
}
