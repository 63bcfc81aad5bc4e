import type { Input, support } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { supportMail } from '#mail/notices.ts'

const perHour = 5

type Writer = { id: bigint; username: string; firstName: string; lastName: string }

/** Keeps a customer's message under a number and passes it on to the bank's support address. */
export async function takeMessage(
  { db, clock, config, mailer }: Bank,
  customer: Writer,
  { email, subject, content }: Input<typeof support>,
): Promise<{ ticket: string }> {
  const now = clock.now()
  const bucket = `support:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: perHour, seconds: 3600, now })
  return db.transaction(async (sql) => {
    const [row] = await sql<{ id: bigint }>`
      insert into support_messages(customer_id, email, subject, content, created_at)
      values (${customer.id}, ${email}, ${subject}, ${content}, ${now}) returning id`
    const ticket = `PB-${String(row?.id).padStart(6, '0')}`
    const mail = supportMail(config.supportAddress, {
      ticket,
      username: customer.username,
      name: `${customer.firstName} ${customer.lastName}`,
      email,
      subject,
      content,
    })
    await mailer.queue(sql, mail)
    return { ticket }
  })
}
