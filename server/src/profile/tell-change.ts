import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { spendOrWaitSeconds } from '#limits/attempts.ts'
import { mailSecurity } from '#mail/security-mails.ts'
import { notify } from '#notifications/notifications.ts'

// What a session alone can make happen over and over must not bury the notices that matter.
const oftenPerHour = 10

/** Tells a customer of a change that matters to safety, in the app and by mail, alerts or not. */
export async function tellChange(
  bank: Pick<Bank, 'clock' | 'mailer'>,
  sql: Sql,
  person: { id: bigint },
  { title, body, often = false }: { title: string; body: string; often?: boolean },
): Promise<void> {
  const now = bank.clock.now()
  const bucket = `notice:often:${person.id}:${title}`
  const limit = { bucket, max: oftenPerHour, seconds: 3600, now }
  if (!often || (await spendOrWaitSeconds(sql, limit)) === null) {
    await notify(sql, person.id, { title, body, now: bank.clock.businessNow() })
  }
  await mailSecurity(bank, sql, person.id, { title, body, often })
}
