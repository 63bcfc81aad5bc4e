import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import type { BankKeys } from '@passbook/contract/seal'
import type { Bank } from '#kernel/context.ts'
import type { SigningKey } from './paper.ts'

type KeyPair = SigningKey & { publicKey: string }

// PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

let latest: { secretKey: string; pair: KeyPair } | undefined

/** The bank's signing key, derived from its secret key by HKDF. Its name is a hash of its public half. */
export function signingKey(secretKey: string): KeyPair {
  if (latest?.secretKey === secretKey) return latest.pair
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'passbook sign documents', 32))
  const privateKey = Buffer.concat([pkcs8, seed])
  const { x: publicKey = '' } = createPublicKey(
    createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
  ).export({ format: 'jwk' })
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
  latest = { secretKey, pair: { id, publicKey, privateKey } }
  return latest.pair
}

/** The key to sign with, which is published before anything is signed with it. */
export async function publishedKey({ db, config, clock }: Bank): Promise<SigningKey> {
  const { id, publicKey, privateKey } = signingKey(config.secretKey)
  await db.sql`
    insert into signing_keys(id, public_key, since) values (${id}, ${publicKey}, ${clock.now()})
    on conflict (id) do nothing`
  return { id, privateKey }
}

/** Every key that documents were signed with, the newest first, as JWK (RFC 8037). */
export async function publicKeys(bank: Bank): Promise<BankKeys> {
  const { id, publicKey } = signingKey(bank.config.secretKey)
  const kept = await bank.db.sql<{ id: string; publicKey: string }>`
    select id, public_key as "publicKey" from signing_keys where id <> ${id} order by since desc`
  return {
    bank: bank.config.systemName,
    keys: [{ id, publicKey }, ...kept].map((key) => ({
      ...{ kid: key.id, kty: 'OKP', crv: 'Ed25519', x: key.publicKey },
      ...{ alg: 'EdDSA', use: 'sig' },
    })),
  }
}
