import * as z from 'zod/mini'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { isRealDate } from './real-date.ts'

/** A line break inside a field of one line could become a mail header or a second log line. */
const oneLine = /^[^\r\n]*$/

/** A required text: the same message whether it is absent or blank. */
export function text(message: string, max = 200) {
  return z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, messages.tooLong))
    .check(z.regex(oneLine, message))
}

/**
 * Whether a name is one, and no address: it stands in mail, where programs make a link of anything
 * that looks like one.
 */
export const isPlainName = (name: string): boolean =>
  !/[@/\\]|:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u.test(name.normalize('NFKC').replaceAll('。', '.'))

/** A text that may be left out; it then reads as empty. */
export function optionalText(max = 200) {
  return z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(max, messages.tooLong))
      .check(z.regex(oneLine, messages.formUnreadable)),
    '',
  )
}

/** A secret is taken as it was typed, spaces included. */
export function secret(empty: string, short: string, long: string = messages.tooLong) {
  return z
    .string({ error: empty })
    .check(z.minLength(1, empty), z.minLength(limits.passwordMin, short))
    .check(z.maxLength(limits.passwordMax, long))
}

const emailPattern =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}$/i

export function email(message: string) {
  return z
    .string({ error: message })
    .check(z.trim(), z.maxLength(254, message), z.regex(emailPattern, message))
}

const phonePattern = /^\(?\d{3}\)?[- ]?\d{3}[- ]?\d{4}$/

/** Ten digits as 3-3-4, with optional parentheses, dash or space. */
export function phone(empty: string, invalid: string) {
  return z
    .string({ error: empty })
    .check(z.trim(), z.minLength(1, empty), z.minLength(limits.phoneMin, invalid))
    .check(z.maxLength(20, invalid), z.regex(phonePattern, invalid))
}

/** A type or a state, which other servers write in whatever letter case. */
export const word = z.codec(z.string(), z.string(), {
  decode: (text) => text.toLowerCase(),
  encode: (text) => text,
})

/** One of a fixed list. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  message: string,
) {
  return z.enum(values, { error: message })
}

/** A switch in a form: true/false, 1/0 or on/off. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', 'off'])], {
    error: messages.flagInvalid,
  }),
  z.transform((value) => value === true || value === 'true' || value === '1' || value === 'on'),
)

export const optionalFlag = z._default(flag, false)

/** A calendar date as yyyy-mm-dd that really exists. */
export function date(message: string) {
  return z.string({ error: message }).check(z.refine(isRealDate, message))
}

/** Whole seconds from 0 to the longest time in which a transfer can be called back. */
export const undoSeconds = z.pipe(
  z.union([z.string(), z.number()], { error: messages.undoSecondsInvalid }),
  z.transform((value, context) => {
    const seconds = /^\d{1,2}$/.test(String(value)) ? Number(value) : Number.NaN
    if (seconds <= limits.undoSecondsMax) return seconds
    context.issues.push({ code: 'custom', message: messages.undoSecondsInvalid, input: value })
    return z.NEVER
  }),
)

/** Digits of an exact length, such as a PIN. */
export function digits(length: number, message: string) {
  return z.string({ error: message }).check(z.regex(new RegExp(`^[0-9]{${length}}$`), message))
}

/** The spelling of the ids that the server gives. Texts of another spelling are no ids of it. */
export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An opaque id or token in a path. Its shape is the server's affair. */
export function slot(message: string) {
  return z.string({ error: message }).check(z.minLength(1, message), z.maxLength(200, message))
}

/** Additive: whom an order pays, in the words that its approval is bound to. */
export const payeeText = optionalText(1000)

/**
 * What somebody has typed, inside the text of an approval: nothing in it can pass for what follows, so
 * that no two orders have one text.
 */
export const quoted = (typed: string): string => `"${typed.replaceAll('"', '""')}"`

/** Additive: a passkey's signature over what is ordered, in place of PIN and code. */
export const approvalText = z._default(
  z.string().check(z.maxLength(requestLimits.credentialBytes, messages.tooLong)),
  '',
)

/** A credential as the browser's `toJSON()` gives it, as one text. */
export const credentialText = z
  .string({ error: messages.passkeyRefused })
  .check(z.minLength(1, messages.passkeyRefused))
  .check(z.maxLength(requestLimits.credentialBytes, messages.passkeyRefused))
