import { theirs } from './said.ts'
import { compose, type Mail, type ProvenReader, type Reader } from './templates.ts'

const notYou = 'If it was not you, contact support at once.'

/** Tells of a change to how a customer gets in or pays; it is sent whether or not alerts are on. */
export function securityMail(reader: ProvenReader, title: string, body: string): Mail {
  return compose({
    to: reader,
    subject: title,
    before: [theirs(body), notYou],
  })
}

/** The same changes gathered: what came too often to be told one by one. */
export function digestMail(
  reader: ProvenReader,
  changes: readonly { title: string; times: number }[],
): Mail {
  const lines = changes.map(({ title, times }) => (times > 1 ? `${title} (${times} times)` : title))
  return compose({
    to: reader,
    subject: 'More changes to your profile',
    before: ['These changes followed the ones that we have mailed you about:', ...lines, notYou],
  })
}

export function verifyEmailMail(reader: Reader, link: string, expiresAt: Date): Mail {
  return compose({
    to: reader,
    subject: 'Confirm your e-mail address',
    before: [
      'This is now the address of your profile. Open this link to confirm that it is yours:',
    ],
    link,
    after: ['It works once, for 3 days. If you know nothing of this, say so there, or leave it.'],
    expiresAt,
  })
}

/** Goes to the old address; it does not name the new one, which may be a stranger's by mistake. */
export function emailChangedMail(reader: Reader, link: string, expiresAt: Date): Mail {
  return compose({
    to: reader,
    subject: 'Your e-mail address was changed',
    before: [
      'The e-mail address of your profile was changed. For 3 days links to reset the password still come here.',
      'If it was not you, open this link. It puts this address back, signs out every device and voids password and PIN:',
    ],
    link,
    after: ['It works once, for 3 days. After it you get a link here to choose a new password.'],
    expiresAt,
  })
}

/** Goes out after a sign-in by a browser that was not seen before. */
export function newDeviceMail(
  reader: Reader,
  seen: { agent: string; network: string; at: Date; zone: string },
  { link, expiresAt }: { link: string; expiresAt: Date },
): Mail {
  const { agent, network, at, zone } = seen
  const when = at.toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: zone,
  })
  return compose({
    to: reader,
    subject: 'New sign-in',
    before: [
      `A device that we have not seen before has signed in to your account: ${agent}${network && `, from the network ${network}`}, on ${when}.`,
      'If it was you, there is nothing to do. If it was not, open this link. It freezes your account and signs out every device:',
    ],
    link,
    after: ['It works once, for 3 days. After it you get a link to choose a new password.'],
    expiresAt,
  })
}

/** The way back in for a customer whose password the bank has voided. */
export function recoveryMail(reader: Reader, link: string, expiresAt: Date): Mail {
  return compose({
    to: reader,
    subject: 'Choose a new password',
    before: [
      'Your password and PIN no longer work, and every device was signed out. Open this link to choose a new password:',
    ],
    link,
    after: [
      'It works once, for 30 minutes; the login page gives another. Save a new PIN in your profile after it.',
    ],
    expiresAt,
  })
}

/** A movement or its failure, for customers with transaction alerts on. */
export function movementMail(reader: ProvenReader, title: string, body: string): Mail {
  return compose({
    to: reader,
    subject: title,
    before: [theirs(body)],
    after: ['You get this because transaction alerts are on in your profile.'],
  })
}

/** What moved after the movements that were mailed one by one, account by account. */
export function movementDigestMail(reader: ProvenReader, lines: readonly string[]): Mail {
  return compose({
    to: reader,
    subject: 'More movements on your accounts',
    before: [
      'These followed the movements that we have mailed you about within the hour:',
      ...lines.map((line) => theirs(line)),
    ],
    after: [
      'Each of them is among your notifications and in your history. You get this because transaction alerts are on in your profile.',
    ],
  })
}

/** A customer's message, for the people who answer it. */
export function supportMail(
  to: string,
  message: {
    ticket: string
    username: string
    name: string
    email: string
    subject: string
    content: string
  },
): Mail {
  const { ticket, username, name, email, subject, content } = message
  const lines = content.split(/[\r\n]+/).filter(Boolean)
  return compose({
    to: { email: to, firstName: 'support', isProven: true },
    subject: theirs(`[${ticket}] ${subject}`),
    before: [`${name} (${username}) wrote. Answer to ${email}.`, ...lines].map((line) =>
      theirs(line),
    ),
    replyTo: email,
  })
}

/** What `test-mail` sends. */
export function testMail(to: string): Mail {
  return compose({
    to: { email: to, firstName: 'operator', isProven: true },
    subject: 'A test mail',
    before: ['The bank can send mail: this one arrived.'],
  })
}
