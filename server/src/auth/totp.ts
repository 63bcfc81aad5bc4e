import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const digits = 6

const totpOf = (secret: string) =>
  new TOTP({ algorithm: 'SHA1', digits, period: periodSeconds, secret: Secret.fromBase32(secret) })

/** A new secret for an authenticator app: 160 bits, as RFC 4226 wants them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an app scans. */
export function totpUri(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string {
  const totp = totpOf(secret)
  totp.issuer = issuer
  totp.label = label
  return totp.toString()
}

/**
 * The step of the app's clock that a code belongs to: this one, the one before or the one after, for
 * clocks that differ. Null for any other code.
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}
