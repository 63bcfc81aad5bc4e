import { limits } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'

// Expired rows are refused anyway; they stay a day longer for limits that count the last hours.
const keepMs = 24 * 3_600_000

/** Deletes or strikes out sessions, codes, links and counters that are of no more use. */
export async function cleanUp({ db, clock, config }: Bank): Promise<void> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - config.sessionIdleMinutes * 60_000)
  const dayAgo = new Date(now.getTime() - keepMs)
  await db.sql`delete from sessions where expires_at <= ${now} or last_used_at <= ${idleSince}`
  // Struck out, so that a clock set back before the next start revives nothing. A sign-in code only
  // loses its tries: its sign-in may still ask for another.
  await db.sql`
    update login_codes set tries = ${limits.loginCodeTries}
    where expires_at <= ${now} and tries < ${limits.loginCodeTries}`
  await db.sql`
    update transfer_codes set used_at = ${now} where expires_at <= ${now} and used_at is null`
  await db.sql`update links set used_at = ${now} where expires_at <= ${now} and used_at is null`
  await db.sql`delete from passkey_challenges where expires_at <= ${now}`
  await db.sql`delete from attempts where ends_at <= ${now}`
  await db.sql`delete from login_codes where expires_at <= ${dayAgo}`
  await db.sql`delete from transfer_codes where expires_at <= ${dayAgo}`
  await db.sql`delete from links where expires_at <= ${dayAgo}`
}
