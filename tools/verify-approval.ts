// Verifies the passkey's approval on a receipt with node:crypto alone:
//   node tools/verify-approval.ts receipt.json https://bank.example
// The file is what `GET transaction-receipt/{id}` answered.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file = '', origin = ''] = process.argv.slice(2)
const { Approval: proof } = JSON.parse(readFileSync(file, 'utf8')).data
const bytes = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const key = createPublicKey({ key: bytes(proof.PublicKey), format: 'der', type: 'spki' })
const digest = ['ec', 'rsa'].includes(key.asymmetricKeyType ?? '') ? 'sha256' : null
const authenticator = bytes(proof.AuthenticatorData)
const client = JSON.parse(bytes(proof.ClientData).toString('utf8'))
const order = sha256(proof.Order).toString('hex')
const challenge = sha256(bytes(proof.Nonce), proof.Customer, order).toString('base64url')
const signed = Buffer.concat([authenticator, sha256(bytes(proof.ClientData))])
const checks = {
  'the signature is by this key': verify(digest, signed, key, bytes(proof.Signature)),
  'what was signed is this order': client.challenge === challenge && client.type === 'webauthn.get',
  'it was signed on this site': client.origin === origin,
  'for this site': authenticator.subarray(0, 32).equals(sha256(new URL(origin).hostname)),
  'touched and unlocked by its owner': ((authenticator[32] ?? 0) & 5) === 5,
}
for (const [check, holds] of Object.entries(checks)) console.log(holds ? 'ok    ' : 'WRONG ', check)
const said = `${proof.Order}\napproved by ${proof.Customer} with ${proof.Name}`
// The file is anybody's: a terminal would obey control characters.
console.log(said.replaceAll(/[\p{C}--\n]/gv, ''))
process.exitCode = Object.values(checks).every(Boolean) ? 0 : 1
