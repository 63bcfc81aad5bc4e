import * as z from 'zod/mini'

/**
 * What a signed file of the bank says of itself; the signature covers it as it covers everything else.
 * Amounts are decimal numbers, days yyyy-mm-dd.
 */
export const sealFacts = z.object({
  kind: z.enum(['statement', 'receipt']),
  bank: z.string(),
  holder: z.string(),
  account: z.string(),
  currency: z.string(),
  /** Of a statement. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  opening: z.optional(z.string()),
  closing: z.optional(z.string()),
  lines: z.optional(z.number()),
  /** Of a month that is more than one file: which of them, and of how many. */
  part: z.optional(z.number()),
  parts: z.optional(z.number()),
  /** Of a receipt. */
  reference: z.optional(z.string()),
  amount: z.optional(z.string()),
  at: z.optional(z.string()),
  state: z.optional(z.string()),
  /** From version 2 on; files that were signed before do not say who received. */
  version: z.optional(z.number()),
  receiver: z.optional(
    z.object({
      name: z.string(),
      number: z.string(),
      /** False where the name is only what somebody typed. */
      verified: z.boolean(),
      /** Whether it is an account of the same holder. */
      own: z.boolean(),
    }),
  ),
})
export type SealFacts = z.output<typeof sealFacts>

/** What the facts of a receipt have today. */
export const receiptVersion = 2

/** The bank's public keys (JWK, RFC 8037), as they are published. */
export const bankKeys = z.object({
  bank: z.string(),
  keys: z.array(z.object({ kid: z.string(), kty: z.string(), crv: z.string(), x: z.string() })),
})
export type BankKeys = z.output<typeof bankKeys>

export const bankKeysPath = '/.well-known/passbook-keys.json'

/** The key of the document information dictionary that holds the seal. */
export const sealName = 'PassbookSeal'

const signatureDigits = 128
const blank = '0'.repeat(signatureDigits)
const mark = 'PassbookSeal v1'
const opening = `(${mark}.`
// Lower case only: the same number in other letters would be another file with a good signature.
const form = new RegExp(
  `^\\(${mark}\\.([0-9a-f]{16})\\.((?:[0-9a-f]{2})+)\\.([0-9a-f]{${signatureDigits}})\\)`,
)
const sealCharsMax = 20_000

/** The text of a seal that is not signed yet: its digits are all zero. */
export function blankSeal(keyId: string, facts: SealFacts): string {
  return `${mark}.${keyId}.${toHex(new TextEncoder().encode(JSON.stringify(facts)))}.${blank}`
}

export type Seal = {
  keyId: string
  /** As they stand in the file; `sealFacts` reads them. */
  facts: unknown
  signature: Uint8Array<ArrayBuffer>
  /** Where the digits of the signature begin. */
  at: number
}

/** Finds the one seal of a file; null where there is none, or more than one. */
export function readSeal(file: Uint8Array): Seal | null {
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(file)
  const start = text.indexOf(opening)
  if (start < 0 || start !== text.lastIndexOf(opening)) return null
  const [whole, keyId = '', facts = '', digits = ''] =
    form.exec(text.slice(start, start + sealCharsMax)) ?? []
  if (!whole) return null
  return {
    keyId,
    facts: readJson(fromHex(facts)),
    signature: fromHex(digits),
    at: start + whole.length - 1 - signatureDigits,
  }
}

/** The file as it was when it was signed: the digits of the signature are zero, all else as it is. */
export function unsigned(file: Uint8Array, { at }: Pick<Seal, 'at'>): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(file)
  copy.set(new TextEncoder().encode(blank), at)
  return copy
}

/** The file with its signature in the place that was kept for it. */
export function signed(
  file: Uint8Array,
  { at }: Pick<Seal, 'at'>,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(file)
  copy.set(new TextEncoder().encode(toHex(signature)), at)
  return copy
}

/** What is signed: the SHA-256 of the unsigned file, under a name that no other signature has. */
export function sealedMessage(sha256: Uint8Array): Uint8Array<ArrayBuffer> {
  const purpose = new TextEncoder().encode('passbook document v1\n')
  const message = new Uint8Array(purpose.length + sha256.length)
  message.set(purpose)
  message.set(sha256, purpose.length)
  return message
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
