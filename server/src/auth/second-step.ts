import { randomInt } from 'node:crypto'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import type { Keys } from '#kernel/secret-key.ts'
import { mailSecurity } from '#mail/security-mails.ts'
import { noteEvent } from '#security/note-event.ts'
import { hmac, hmacs, seal, unseal } from './secrets.ts'
import { totpStep } from './totp.ts'

/** What follows the password besides a mailed code: an app's code, or a passkey after a reset. */
export type SecondStep = 'app' | 'passkey'

/** The step that a customer's password alone does not lead past; null where there is none. */
export async function secondStepOf(sql: Sql, customerId: bigint): Promise<SecondStep | null> {
  const [row] = await sql<{ step: SecondStep | null }>`select second_step(${customerId}) as step`
  return row?.step ?? null
}

/** Whether the customer has an app or a passkey, past which no link in a mail signs anybody in. */
export async function isGuarded(sql: Sql, customerId: bigint): Promise<boolean> {
  const rows = await sql`
    select 1 from authenticators where customer_id = ${customerId} and confirmed_at is not null
    union all select 1 from passkeys where customer_id = ${customerId} limit 1`
  return rows.length > 0
}

/** After a reset by mail the mailbox has proven itself, not the customer who has a passkey. */
export async function requirePasskey(sql: Sql, customerId: bigint): Promise<void> {
  await sql`
    update customers set passkey_required =
      exists (select from passkeys where customer_id = ${customerId})
    where id = ${customerId}`
}

/** What an app's secret is sealed for: one customer's is of no use to another. */
export const totpPurpose = (customerId: bigint) => `totp:${customerId}`

/** Looks at a code of the app. A step of its clock counts once, also where two come at once. */
export async function spendAppCode(
  { config, clock }: Bank,
  sql: Sql,
  { customerId, code }: { customerId: bigint; code: string },
): Promise<boolean> {
  const [row] = await sql<{ sealed: string }>`
    select secret_sealed as sealed from authenticators where customer_id = ${customerId}`
  const secret = row && unseal(config, totpPurpose(customerId), row.sealed)
  const step = secret ? totpStep(secret, code, clock.now()) : null
  if (step === null) return false
  // Sealed anew at each use: once everybody has signed in, no key of before is needed any more.
  const sealed = seal(config.secretKey, totpPurpose(customerId), secret ?? '')
  const spent = await sql`
    update authenticators set last_step = ${step}, secret_sealed = ${sealed}
    where customer_id = ${customerId} and last_step < ${step} returning 1`
  return spent.length === 1
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const backupCodePattern = /^[a-z2-9]{10}$/

/** A code that is written on paper: 50 bits, without letters that look alike. */
export const newBackupCode = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

export const backupHmac = (secretKey: string, customerId: bigint, code: string): string =>
  hmac(secretKey, 'backup-code', String(customerId), code)

const backupHmacs = (keys: Keys, customerId: bigint, code: string): string[] =>
  hmacs(keys, 'backup-code', String(customerId), code)

/** Spends a backup code, and tells the customer how many are left. */
export async function spendBackupCode(
  bank: Bank,
  sql: Sql,
  { customerId, code, caller }: { customerId: bigint; code: string; caller: Caller },
): Promise<boolean> {
  if (!backupCodePattern.test(code)) return false
  const at = bank.clock.now()
  const spent = await sql`
    update backup_codes set used_at = ${at}
    where customer_id = ${customerId} and used_at is null
      and code_hmac = any(${backupHmacs(bank.config, customerId, code)}::text[]) returning 1`
  if (spent.length === 0) return false
  const [row] = await sql<{ left: number }>`
    select count(*)::int4 as left from backup_codes
    where customer_id = ${customerId} and used_at is null`
  const detail = `${row?.left ?? 0} left`
  await noteEvent(sql, { customerId, kind: 'backup_code_used', at, caller, by: 'somebody', detail })
  const body = `A backup code was used to sign in to your account. You have ${detail}.`
  await mailSecurity(bank, sql, customerId, { title: 'A backup code was used', body })
  return true
}
