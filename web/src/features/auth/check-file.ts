import type { BankKeys, SealFacts } from '@passbook/contract/seal'
import { readSeal, sealedMessage, sealFacts, unsigned } from '@passbook/contract/seal'

/** What a file is: signed by the bank as it is, or why it is not believed. */
export type Checked =
  | { state: 'signed'; facts: SealFacts }
  | { state: 'unsigned' | 'unknown-key' | 'changed' | 'cannot-check' }

const algorithm = { name: 'Ed25519' }

/** Checks a file against the bank's public keys by WebCrypto; nothing leaves the browser. */
export async function checkFile(
  file: Uint8Array<ArrayBuffer>,
  { keys }: BankKeys,
): Promise<Checked> {
  const seal = readSeal(file)
  if (!seal) return { state: 'unsigned' }
  const known = keys.find(({ kid }) => kid === seal.keyId)
  if (!known) return { state: 'unknown-key' }
  // An older browser, or a page that came over a plain connection.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return { state: 'cannot-check' }
  const { kty, crv, x } = known
  const key = await subtle
    .importKey('jwk', { kty, crv, x }, algorithm, false, ['verify'])
    .catch(() => null)
  if (!key) return { state: 'cannot-check' }
  const sha256 = await subtle.digest('SHA-256', unsigned(file, seal))
  const message = sealedMessage(new Uint8Array(sha256))
  const isGood = await subtle.verify(algorithm, key, seal.signature, message)
  const facts = sealFacts.safeParse(seal.facts)
  return isGood && facts.success ? { state: 'signed', facts: facts.data } : { state: 'changed' }
}
