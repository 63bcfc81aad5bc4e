import { networkOf } from '#kernel/addresses.ts'
import type { Bank } from '#kernel/context.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { noteEvent } from '#security/note-event.ts'
import { deviceIdOf } from './devices.ts'
import { newChallenge, passkeyOf, proveSigned, spendChallenge } from './passkeys.ts'
import { assertMayEnter, enter, type From } from './sign-in.ts'
import { passkeyRefused, requestOptions } from './webauthn.ts'

/** A challenge for whoever has a passkey of this bank. */
export async function signInOptions(bank: Bank, from: From) {
  const now = bank.clock.now()
  const bucket = `passkey:options:${askerOf(bank, from)}`
  await spendAttempt(bank.db.sql, { bucket, max: 60, seconds: 60, now })
  const challenge = await newChallenge(bank, bank.db.sql, { kind: 'sign-in' })
  return requestOptions(bank.config, { challenge })
}

/**
 * Whom limits count as one: a browser that has signed somebody in before by itself, all others of an
 * address together. Who the customer is shows only in what the passkey signed.
 */
const askerOf = ({ config }: Bank, { address, caller }: From): string =>
  deviceIdOf(config, caller) ?? networkOf(address)

/** Signs in with a passkey. It is held and unlocked by its owner: no code follows. */
export async function signInByPasskey(
  bank: Bank,
  credential: string,
  from: From,
): Promise<{ token: string }> {
  const { db, clock } = bank
  const { caller } = from
  const bucket = `passkey:login:${askerOf(bank, from)}`
  await spendAttempt(db.sql, { bucket, max: 30, seconds: 60, now: clock.now() })
  const challenge = await spendChallenge(bank, db.sql, { credential, kind: 'sign-in' })
  const passkey = await passkeyOf(db.sql, credential)
  await proveSigned(bank, { passkey, credential, challenge })
  await refundAttempt(db.sql, bucket)
  const { customerId, name } = passkey
  return db.transaction(async (sql) => {
    await assertMayEnter(sql, customerId)
    // Removed meanwhile: whoever removed it also wants its sessions gone.
    const known = await sql`select 1 from passkeys where id = ${passkey.id}`
    if (known.length === 0) throw passkeyRefused()
    const token = await enter(bank, sql, customerId, caller)
    const at = clock.now()
    await noteEvent(sql, {
      customerId,
      kind: 'passkey_used',
      at,
      caller,
      detail: `${name}: sign-in`,
    })
    return { token }
  })
}
