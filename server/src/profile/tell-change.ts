import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { securityMail } from '#mail/notices.ts'
import { notify } from '#notifications/notifications.ts'

/** Tells a customer of a change that matters to safety, in the app and by mail, alerts or not. */
export async function tellChange(
  { clock, mailer }: Pick<Bank, 'clock' | 'mailer'>,
  sql: Sql,
  person: { id: bigint; email: string; firstName: string },
  { title, body }: { title: string; body: string },
): Promise<void> {
  await notify(sql, person.id, { title, body, now: clock.now() })
  await mailer.queue(sql, securityMail(person, title, body))
}
