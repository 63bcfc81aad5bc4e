import { hash } from 'node:crypto'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { newChallenge } from './passkeys.ts'
import { assertFresh, type SignedIn } from './sessions.ts'
import { creationOptions, siteOf } from './webauthn.ts'

export const passkeysMax = 10

/** A challenge to make a passkey with. Proven first, so that nobody is asked after the touch. */
export async function newPasskeyOptions(bank: Bank, customer: SignedIn) {
  assertFresh(bank, customer)
  const { db, clock, config } = bank
  const bucket = `passkey:options:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: 60, seconds: 3600, now: clock.now() })
  const known = await db.sql<{ id: string }>`
    select credential_id as id from passkeys where customer_id = ${customer.id}`
  if (known.length >= passkeysMax) throw listFull()
  return creationOptions(config, {
    challenge: await newChallenge(bank, db.sql, { kind: 'add', customerId: customer.id }),
    user: {
      handle: handleOf(bank, customer.id),
      username: customer.username,
      name: `${customer.firstName} ${customer.lastName}`,
    },
    known: known.map(({ id }) => id),
  })
}

export const listFull = () =>
  new Failure('list_full', `You can have at most ${passkeysMax} passkeys`, {
    data: { max: passkeysMax },
  })

/** Names the customer to their own devices, in no words: a device shows it to nobody. */
const handleOf = ({ config }: Bank, customerId: bigint) =>
  hash('sha256', JSON.stringify(['passkey-user', siteOf(config)?.id, String(customerId)]), 'buffer')
