import type { Input, Output, support, tickets } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
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
      values (${customer.id}, ${email}, ${subject}, ${content}, ${clock.businessNow()}) returning id`
    const ticket = ticketOf(row?.id ?? 0n)
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

const ticketOf = (id: bigint) => `PB-${String(id).padStart(6, '0')}`

const listed = 20

/** What a customer wrote, the newest first. */
export async function ticketsOf(sql: Sql, customerId: bigint): Promise<Output<typeof tickets>> {
  const rows = await sql<{
    id: bigint
    Subject: string
    Content: string
    Email: string
    Created: Date
  }>`
    select id, subject as "Subject", content as "Content", email as "Email",
      created_at as "Created"
    from support_messages where customer_id = ${customerId} order by id desc limit ${listed}`
  return { List: rows.map(({ id, ...row }) => ({ Ticket: ticketOf(id), ...row })) }
}
