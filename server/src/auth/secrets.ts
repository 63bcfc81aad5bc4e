import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Keys, keysOf } from '#kernel/secret-key.ts'

/** A 256-bit token for a session or a link; the bank keeps only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** A code of digits, every one as likely as another. */
export function newCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** HMAC-SHA-256 under the bank's key: a copy of the database does not give a short secret away. */
export function hmac(secretKey: string, ...parts: string[]): string {
  return createHmac('sha256', secretKey).update(JSON.stringify(parts)).digest('hex')
}

/** The same under every key of the bank, today's first: something may still be kept under an older. */
export const hmacs = (keys: Keys, ...parts: string[]): string[] =>
  keysOf(keys).map((key) => hmac(key, ...parts))

/** HMACs as SQL takes them to compare with a kept one: see the function hmac_fits. */
export const anyOf = (hmacs: readonly string[]): string => hmacs.join(' ')

/** Constant-time comparison: its time does not tell how much was right. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The PIN as it is stored. No slow hash protects ten thousand values; the key does. */
export const pinHmac = (secretKey: string, customerId: bigint, pin: string): string =>
  hmac(secretKey, 'pin', String(customerId), pin)

/** The PIN as it is compared. */
export const pinHmacs = (keys: Keys, customerId: bigint, pin: string): string =>
  anyOf(hmacs(keys, 'pin', String(customerId), pin))
