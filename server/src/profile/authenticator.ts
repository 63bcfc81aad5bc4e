import { type Input, messages, type Output, type totp } from '@passbook/contract'
import { knownSince } from '#auth/devices.ts'
import {
  backupHmac,
  isGuarded,
  newBackupCode,
  secondStepOf,
  spendAppCode,
  totpPurpose,
} from '#auth/second-step.ts'
import { seal } from '#auth/secrets.ts'
import { endSessions, holdSession, type SignedIn } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import { newTotpSecret, totpUri } from '#auth/totp.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { qrImage } from '#kernel/qr-image.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { startCooling } from '#security/cooling.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

const others = 'Every other device was signed out.'

/** Sets an authenticator app up, switches it on, or off. */
export function setAuthenticator(
  bank: Bank,
  customer: SignedIn,
  { use, code, caller }: Input<typeof totp> & { caller: Caller },
): Promise<Output<typeof totp>> {
  if (use === 'begin') return begin(bank, customer)
  return use === 'confirm' ? confirm(bank, customer, code, caller) : end(bank, customer, caller)
}

/** A new secret, told once; nothing changes at sign-in until a code of it has come back. */
async function begin({ db, config, clock }: Bank, customer: SignedIn) {
  const secret = newTotpSecret()
  const sealed = seal(config.secretKey, totpPurpose(customer.id), secret)
  const begun = await db.sql`
    insert into authenticators as a (customer_id, secret_sealed, created_at)
    values (${customer.id}, ${sealed}, ${clock.now()})
    on conflict (customer_id) do update
      set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = 0
      where a.confirmed_at is null
    returning 1`
  if (begun.length === 0) throw new Failure('totp_on', messages.totpOn)
  const Uri = totpUri(secret, { issuer: config.systemName, label: customer.username })
  return { Secret: secret, Uri, Qr: qrImage(Uri) }
}

async function confirm(
  bank: Bank,
  customer: SignedIn,
  code: string,
  caller: Caller,
): Promise<undefined> {
  const { db, clock } = bank
  const at = clock.now()
  const bucket = `totp:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: 10, seconds: 900, now: at })
  const asked = { customerId: customer.id, code: code.replaceAll(/\s/g, '') }
  if (!(await spendAppCode(bank, db.sql, asked))) throw invalid('code', messages.codeWrong)
  await refundAttempt(db.sql, bucket)
  await db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    await holdSession(bank, sql, customer)
    const on = await sql`
      update authenticators set confirmed_at = ${at},
        device_since = ${await knownSince(bank, sql, { customerId: customer.id, caller })}
      where customer_id = ${customer.id} and confirmed_at is null returning 1`
    if (on.length === 0) throw new Failure('totp_on', messages.totpOn)
    await endSessions(sql, customer.id, customer.tokenHash)
    await endCodeSteps(sql, customer.id, at)
    await noteEvent(sql, { customerId: customer.id, kind: 'totp_on', at, caller })
    await tellChange(bank, sql, customer, {
      title: 'An authenticator app was switched on',
      body: `Its codes take the place of those by mail. ${others}`,
    })
  })
}

/** Off with the backup codes. A thief would do this first: strangers get small sums for a day. */
async function end(bank: Bank, customer: SignedIn, caller: Caller): Promise<undefined> {
  const at = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    await holdSession(bank, sql, customer)
    const [gone] = await sql<{ was: boolean }>`
      with gone as (delete from authenticators where customer_id = ${customer.id} returning *),
      kept as (
        insert into removed_factors(customer_id, kind, factor, removed_at, device_since)
        select customer_id, 'app', to_jsonb(gone), ${at}::timestamptz,
          ${await knownSince(bank, sql, { customerId: customer.id, caller })}::timestamptz
        from gone where confirmed_at is not null)
      select confirmed_at is not null as was from gone`
    if (!gone?.was) return
    await sql`delete from backup_codes where customer_id = ${customer.id}`
    await endSessions(sql, customer.id, customer.tokenHash)
    await startCooling(sql, customer.id, at)
    await noteEvent(sql, { customerId: customer.id, kind: 'totp_off', at, caller })
    await tellChange(bank, sql, customer, {
      title: 'The authenticator app was switched off',
      body: `Its codes and your backup codes no longer work. ${others}`,
    })
  })
}

/** Ten new backup codes, told once and kept as HMACs; those of before are void. */
export async function newBackupCodes(
  bank: Bank,
  customer: SignedIn,
  caller: Caller,
): Promise<{ Codes: string[] }> {
  const at = bank.clock.now()
  const codes = Array.from({ length: 10 }, newBackupCode)
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    await holdSession(bank, sql, customer)
    const wanted = (await secondStepOf(sql, customer.id)) ?? (await isGuarded(sql, customer.id))
    if (!wanted) throw new Failure('no_second_step', messages.noSecondStep)
    await sql`delete from backup_codes where customer_id = ${customer.id}`
    const kept = codes.map((code) => backupHmac(bank.config.secretKey, customer.id, code))
    await sql`
      insert into backup_codes(customer_id, code_hmac)
      select ${customer.id}, code from unnest(${kept}::text[]) code`
    await noteEvent(sql, { customerId: customer.id, kind: 'backup_codes_made', at, caller })
    await tellChange(bank, sql, customer, {
      title: 'Backup codes were made',
      body: 'Ten new codes stand in for your authenticator app or passkey. Older ones are void.',
    })
  })
  return { Codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) }
}
