import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

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

/** Constant-time comparison: its time does not tell how much was right. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The PIN as it is stored. No slow hash protects ten thousand values; the key does. */
export const pinHmac = (secretKey: string, customerId: bigint, pin: string): string =>
  hmac(secretKey, 'pin', String(customerId), pin)
