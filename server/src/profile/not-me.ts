import { firstDoubted, spendAddressLink, voidLinks } from '#auth/links.ts'
import { settleFormerAddress } from '#auth/mail-address.ts'
import { mailResetLink } from '#auth/reset.ts'
import { endSessions } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import { undoSince } from '#auth/void-since.ts'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { recoveryMail } from '#mail/notices.ts'
import { notify } from '#notifications/notifications.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'

/**
 * Stops somebody who has signed in with another's password, by the link in the mail about it: freezes
 * the account, ends every session, voids all that was sent or set up since, and mails the way back in.
 * An address that was changed since is put back where the mail went to it and it is still free.
 */
export async function stopStranger(
  bank: Bank,
  { token, caller }: { token: string; caller: Caller },
): Promise<void> {
  const { db, clock } = bank
  const now = clock.now()
  await db.transaction(async (sql) => {
    const spent = await spendAddressLink(sql, { token, purpose: 'not-me', now })
    if (!spent) throw refusal('link_invalid')
    const { customerId, address } = spent
    await lockCustomer(sql, customerId)
    const since = await firstDoubted(sql, spent, now)
    await sql`
      update customers set frozen_at = coalesce(frozen_at, ${now}) where id = ${customerId}`
    await putBack(sql, { customerId, address, now })
    await endCodeSteps(sql, customerId, now)
    for (const purpose of ['reset', 'login', 'not-me'] as const) {
      await voidLinks(sql, { customerId, purpose, now })
    }
    await endSessions(sql, customerId)
    const detail = await undoSince(sql, { customerId, since, now, sparesKnown: true })
    await notify(sql, customerId, {
      title: 'Everything was frozen',
      body: 'You told us that a sign-in was not you. Thaw it in your profile when all is well.',
      now: clock.businessNow(),
    })
    await mailResetLink(bank, sql, customerId, recoveryMail)
    const told = { customerId, at: now, caller, by: 'somebody' } as const
    await noteEvent(sql, { ...told, kind: 'not_me', detail })
    await noteEvent(sql, { ...told, kind: 'frozen' })
  })
}

/**
 * Puts the former address back where the link went there; whoever opened it reads that mailbox. Where
 * somebody else has it by now the stranger's stays, as one that nobody has proven: what opens the
 * account goes to the former one as before.
 */
async function putBack(
  sql: Sql,
  { customerId, address, now }: { customerId: bigint; address: string; now: Date },
): Promise<void> {
  const doubted = await sql`
    update customers set email_verified = false
    where id = ${customerId} and former_email = ${address} and former_email_until > ${now}
    returning 1`
  if (doubted.length === 0) return
  for (const purpose of ['undo-email', 'verify-email'] as const) {
    await voidLinks(sql, { customerId, purpose, now })
  }
  // A savepoint: the unique index alone knows of one who takes the address at this moment.
  await sql`savepoint put_back`
  try {
    await sql`
      update customers set email = ${address}, email_key = ${nameKey(address)},
        email_verified = former_email_verified, email_answers = false
      where id = ${customerId}`
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error
    await sql`rollback to savepoint put_back`
    return
  }
  await settleFormerAddress(sql, customerId)
}
