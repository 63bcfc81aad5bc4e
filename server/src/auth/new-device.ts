import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { spendOrWaitSeconds } from '#limits/attempts.ts'
import { newDeviceMail } from '#mail/notices.ts'
import { addressLinkMinutes, issueLink } from './links.ts'
import { resetReader } from './mail-address.ts'

// A program that keeps no cookies is new at every sign-in, and its owner knows after a few.
const mailsAnHour = 10

/** Mails a customer about a sign-in by a browser not seen before, with a link that stops it. */
export async function tellNewDevice(
  { config, mailer }: Bank,
  sql: Sql,
  { customerId, caller, at: now }: { customerId: bigint; caller: Caller; at: Date },
): Promise<void> {
  const limit = { bucket: `new-device:${customerId}`, max: mailsAnHour, seconds: 3600, now }
  if ((await spendOrWaitSeconds(sql, limit)) !== null) return
  const reader = await resetReader(sql, customerId, now)
  if (!reader) return
  const { token, expiresAt } = await issueLink(sql, {
    customerId,
    purpose: 'not-me',
    now,
    minutes: addressLinkMinutes,
    address: reader.email,
  })
  const link = `${config.publicUrl}/not-me/${token}`
  const seen = { ...caller, at: now, zone: config.bankZone }
  await mailer.queue(sql, newDeviceMail(reader, seen, { link, expiresAt }))
}
