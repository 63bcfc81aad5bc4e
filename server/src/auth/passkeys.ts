import { randomBytes } from 'node:crypto'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { hashToken } from './secrets.ts'
import {
  challengeIn,
  challengeMs,
  credentialIdIn,
  type Made,
  passkeyRefused,
  verifySigned,
} from './webauthn.ts'

type Kind = 'add' | 'sign-in' | 'confirm'

/** Makes a challenge; only its hash is kept. */
export async function newChallenge(
  { clock }: Pick<Bank, 'clock'>,
  sql: Sql,
  { kind, customerId }: { kind: Kind; customerId?: bigint },
): Promise<Uint8Array> {
  const challenge = randomBytes(32)
  await sql`
    insert into passkey_challenges(hash, kind, customer_id, expires_at)
    values (${hashToken(challenge.toString('base64url'))}, ${kind}, ${customerId ?? null},
      ${new Date(clock.now().getTime() + challengeMs)})`
  return challenge
}

/** Takes a challenge away as it is read: of any number of answers to it, one is looked at. */
export async function spendChallenge(
  { clock }: Pick<Bank, 'clock'>,
  sql: Sql,
  { credential, kind, customerId }: { credential: string; kind: Kind; customerId?: bigint },
): Promise<string> {
  const challenge = challengeIn(credential)
  const [row] = await sql<{ kind: string; customerId: bigint | null; expiresAt: Date }>`
    delete from passkey_challenges where hash = ${hashToken(challenge)}
    returning kind, customer_id as "customerId", expires_at as "expiresAt"`
  const fits = row?.kind === kind && row.customerId === (customerId ?? null)
  if (!fits || row.expiresAt <= clock.now()) throw passkeyRefused()
  return challenge
}

export type Passkey = Made & { id: bigint; customerId: bigint; name: string }

/** The passkey that a credential comes from, whoever's it is. */
export async function passkeyOf(sql: Sql, credential: string): Promise<Passkey> {
  const [row] = await sql<Passkey>`
    select id, customer_id as "customerId", name, credential_id as "credentialId",
      public_key as "publicKey", counter::float8 as counter
    from passkeys where credential_id = ${credentialIdIn(credential)}`
  if (!row) throw passkeyRefused()
  return row
}

/**
 * Verifies a signature and notes the use. A counter that does not go forward is refused, also where
 * two answers come at once: one of them, or the passkey itself, is a copy.
 */
export async function proveSigned(
  bank: Bank,
  { passkey, credential, challenge }: { passkey: Passkey; credential: string; challenge: string },
): Promise<void> {
  const { counter } = await verifySigned(bank.config, { credential, challenge, by: passkey })
  const noted = await bank.db.sql`
    update passkeys set counter = ${counter}, used_at = ${bank.clock.now()}
    where id = ${passkey.id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning 1`
  if (noted.length === 0) throw passkeyRefused()
}
