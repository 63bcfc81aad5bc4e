import { isPlainName, presentable } from '@passbook/contract'
import { type Said, said, wordsFor } from './said.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, where that is not the sender. */
  replyTo?: string
  /** After this a mail is of no use and is not sent: the life of the code or link in it. */
  expiresAt?: Date
}

/** What a mail says: paragraphs, and a code or a link that stands alone on its line. */
type Words = {
  to: Reader
  subject: Said
  before: Said[]
  code?: string
  link?: string
  after?: string[]
  /** Something else that can be done by a link, at the end. */
  also?: { words: string; link: string }
  replyTo?: string
  expiresAt?: Date
}

/**
 * Whom a mail goes to, and whether its owner has proven the address. Another one may be a stranger's:
 * it reads numbers, amounts and the bank's own words, and neither the first name nor anything else that
 * a customer wrote. `compose` sees to it.
 */
export type Reader = { email: string; firstName: string; isProven: boolean }

/** For mail that only a proven address gets. */
export type ProvenReader = Reader & { isProven: true }

export function loginCodeMail(reader: Reader, code: string, expiresAt: Date): Mail {
  return compose({
    to: reader,
    subject: 'Your sign-in code',
    before: ['Enter this code to finish signing in:'],
    code,
    after: ['It is good for five minutes. If you did not try to sign in, change your password.'],
    expiresAt,
  })
}

/** `purpose` says all that the code is bound to, and nothing that it is not. */
export function transferCodeMail(
  reader: Reader,
  code: string,
  expiresAt: Date,
  purpose: Said = 'a transfer',
): Mail {
  return compose({
    to: reader,
    subject: 'Your transfer code',
    before: [said`Enter this code to confirm ${purpose}:`],
    code,
    after: ['It is good for one transfer within five minutes. Never tell it to anyone.'],
    expiresAt,
  })
}

export function resetMail(reader: Reader, link: string, expiresAt: Date): Mail {
  return compose({
    to: reader,
    subject: 'Reset your password',
    before: ['Somebody asked to reset your password. Open this link to choose a new one:'],
    link,
    after: ['It works once, for 30 minutes. If it was not you, leave it: nothing has changed.'],
    expiresAt,
  })
}

export function welcomeMail(
  reader: Reader,
  systemName: string,
  links: { login: string; verify: string },
): Mail {
  return compose({
    to: reader,
    subject: `Welcome to ${systemName}`,
    before: ['Your account is open. This link signs you in once, within 15 minutes:'],
    link: links.login,
    after: ['After that, sign in with your username and password. We never ask for your PIN.'],
    also: {
      words: 'Please confirm that this address is yours. The link works once, for 3 days:',
      link: links.verify,
    },
  })
}

/** Puts words into both forms of a mail, as far as its reader may have them. */
export function compose({
  to: { email, firstName, isProven },
  subject,
  before,
  code,
  link,
  after = [],
  also,
  replyTo,
  expiresAt,
}: Words): Mail {
  const say = (what: Said) => presentable(wordsFor(what, isProven))
  // A name that reads as an address would be made a link by the reader's mail program.
  const greets = isProven && isPlainName(firstName)
  const opening = [greets ? `Hello ${firstName},` : 'Hello,', ...before].map(say)
  const alone = code ?? link
  const last = also ? [also.words, also.link] : []
  const paragraphs = [...opening, ...(alone ? [alone] : []), ...after, ...last]
  const html = [
    ...opening.map(paragraph),
    code ? `<p style="font-size:28px;letter-spacing:6px"><b>${escapeHtml(code)}</b></p>` : '',
    link ? linkParagraph(link) : '',
    ...after.map(paragraph),
    ...(also ? [paragraph(also.words), linkParagraph(also.link)] : []),
  ]
  return {
    to: email,
    subject: say(subject).replaceAll(/[\r\n]+/g, ' '),
    text: `${paragraphs.join('\n\n')}\n`,
    html: html.filter(Boolean).join('\n'),
    ...(replyTo && { replyTo }),
    ...(expiresAt && { expiresAt }),
  }
}

/** The bank's name under a mail, and its HTML as a whole document. */
export function signed(mail: Mail, systemName: string): Mail {
  const sender = `Sent by ${systemName}`
  const head = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(mail.subject)}</title>`
  return {
    ...mail,
    text: `${mail.text}\n${sender}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
${head}
</head>
<body>
${mail.html}
${paragraph(sender)}
</body>
</html>
`,
  }
}

const linkParagraph = (link: string) =>
  `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
