import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Config } from '#kernel/config.ts'
import type { Carrier } from './mailer.ts'
import { whyNotSent } from './why-not-sent.ts'

type Smtp = NonNullable<Config['smtp']>

/** A carrier over SMTP, with short timeouts: a hanging server delays mail, never a request. */
export function smtpCarrier(smtp: Smtp): Carrier {
  const transport = transportOf(smtp)
  return async ({ to, subject, text, html, replyTo }) => {
    const envelope = { from: smtp.from, to: { name: '', address: to }, ...(replyTo && { replyTo }) }
    // RFC 3834: nobody's absence note is to come back.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    try {
      const { response } = await transport.sendMail({ ...envelope, subject, text, html, headers })
      return response
    } catch (error) {
      throw whyNotSent(error, smtp.url)
    }
  }
}

/** Connects and logs in as a mail would; what stands in the way, in words, or undefined. */
export async function troubleWith(smtp: Smtp): Promise<string | undefined> {
  const transport = transportOf(smtp)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return whyNotSent(error, smtp.url).message
  } finally {
    transport.close()
  }
}

function transportOf({ url, ca, requireTls }: Smtp) {
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(requireTls && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
    // One's own CA beside those that everybody knows.
    ...(ca && { tls: { ca: [...rootCertificates, ca] } }),
  })
}
