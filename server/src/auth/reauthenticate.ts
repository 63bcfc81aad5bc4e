import { type Input, messages, type reauthenticate } from '@passbook/contract'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { noteEvent } from '#security/note-event.ts'
import { newChallenge, passkeyOf, proveSigned, spendChallenge } from './passkeys.ts'
import { provePassword } from './prove-password.ts'
import { refreshSession, type SignedIn } from './sessions.ts'
import { passkeyRefused, requestOptions } from './webauthn.ts'

/** Makes a session fresh for somebody who knows the password or holds a passkey of the customer. */
export async function makeFresh(
  bank: Bank,
  customer: SignedIn,
  { caller, ...proof }: Input<typeof reauthenticate> & { caller: Caller },
): Promise<{ FreshUntil: Date }> {
  const detail =
    'credential' in proof
      ? await provePasskey(bank, customer.id, proof.credential)
      : await proveOwnPassword(bank, { customerId: customer.id, caller }, proof.password)
  const at = bank.clock.now()
  return bank.db.transaction(async (sql) => {
    const FreshUntil = await refreshSession(sql, customer.tokenHash, at)
    await noteEvent(sql, { customerId: customer.id, kind: 'reauthenticated', at, caller, detail })
    return { FreshUntil }
  })
}

async function proveOwnPassword(
  bank: Bank,
  who: { customerId: bigint; caller: Caller },
  password: string,
) {
  const wrong = () =>
    new Failure('password_wrong', messages.currentPasswordWrong, { field: 'password' })
  await provePassword(bank, who, password, wrong)
  return ''
}

/** The name of the passkey that signed; another customer's is as good as none. */
async function provePasskey(bank: Bank, customerId: bigint, credential: string): Promise<string> {
  const { sql } = bank.db
  const challenge = await spendChallenge(bank, sql, { credential, kind: 'confirm', customerId })
  const passkey = await passkeyOf(sql, credential)
  if (passkey.customerId !== customerId) throw passkeyRefused()
  await proveSigned(bank, { passkey, credential, challenge })
  return passkey.name
}

/** A challenge for a passkey of this customer, which approves nothing and signs nobody in. */
export async function proofOptions(bank: Bank, customer: SignedIn) {
  const { db, clock, config } = bank
  const bucket = `passkey:options:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: 60, seconds: 3600, now: clock.now() })
  const own = await db.sql<{ id: string }>`
    select credential_id as id from passkeys where customer_id = ${customer.id}`
  if (own.length === 0) throw passkeyRefused()
  const challenge = await newChallenge(bank, db.sql, { kind: 'confirm', customerId: customer.id })
  return requestOptions(config, { challenge, allowed: own.map(({ id }) => id) })
}
