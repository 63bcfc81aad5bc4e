import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
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

/** A key of its own for each purpose, derived from the bank's by HKDF. */
const sealingKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `passbook seal ${purpose}`, 32))

/** Encrypts what must be read again (AES-256-GCM): a copy of the database does not give it away. */
export function seal(secretKey: string, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secretKey, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts it under whichever key of the bank fits; undefined where none does. */
export function unseal(keys: Keys, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const key of keysOf(keys)) {
    const sealing = sealingKey(key, purpose)
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    try {
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Sealed under another key, or changed.
    }
  }
  return undefined
}
