import type { Bank } from '#bank.ts'

// What has run out is refused anyway; a day longer leaves limits that look back their hours.
const keepMs = 24 * 3_600_000

/** Deletes sessions, codes, links and counters that are of no more use. */
export async function cleanUp({ db, clock, config }: Bank): Promise<void> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - config.sessionIdleMinutes * 60_000)
  const dayAgo = new Date(now.getTime() - keepMs)
  await db.sql`delete from sessions where expires_at <= ${now} or last_used_at <= ${idleSince}`
  await db.sql`delete from attempts where ends_at <= ${now}`
  await db.sql`delete from login_codes where expires_at <= ${dayAgo}`
  await db.sql`delete from transfer_codes where expires_at <= ${dayAgo}`
  await db.sql`delete from links where expires_at <= ${dayAgo}`
}
