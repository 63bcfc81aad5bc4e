import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { mailSecurity } from '#mail/security-mails.ts'
import { notify } from '#notifications/notifications.ts'

/** Tells a customer of a change that matters to safety, in the app and by mail, alerts or not. */
export async function tellChange(
  bank: Pick<Bank, 'clock' | 'mailer'>,
  sql: Sql,
  person: { id: bigint },
  { title, body, often = false }: { title: string; body: string; often?: boolean },
): Promise<void> {
  await notify(sql, person.id, { title, body, now: bank.clock.now() })
  await mailSecurity(bank, sql, person.id, { title, body, often })
}
