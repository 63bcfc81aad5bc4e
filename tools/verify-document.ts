// Verifies a statement or a receipt of the bank, a signed PDF file, with node:crypto alone:
//   node tools/verify-document.ts statement.pdf https://bank.example
// In place of the bank's address a file works too: what /.well-known/passbook-keys.json answered once.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [path = '', from = ''] = process.argv.slice(2)
const keysAt = () => fetch(new URL('/.well-known/passbook-keys.json', from))
const { bank, keys } = /^https?:/.test(from)
  ? await (await keysAt()).json()
  : JSON.parse(readFileSync(from, 'utf8'))
const file = readFileSync(path)
// One character for each byte, so that places in the text are places in the file.
const text = file.toString('latin1')
const marks = text.split('(PassbookSeal v1.').length - 1
const seal = /\(PassbookSeal v1\.([0-9a-f]{16})\.((?:[0-9a-f]{2})+)\.([0-9a-f]{128})\)/d.exec(text)
const [, kid, facts = '', signature = ''] = seal ?? []
const jwk = keys.find((key: { kid: string }) => key.kid === kid)

/** The signature is over the SHA-256 of the file in which its own 128 digits are zeros, after a name. */
function isSigned(): boolean {
  if (!seal?.indices?.[3] || marks !== 1 || !jwk) return false
  const unsigned = Buffer.from(file).fill('0', ...seal.indices[3])
  const sha256 = createHash('sha256').update(unsigned).digest()
  const message = Buffer.concat([Buffer.from('passbook document v1\n'), sha256])
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, message, key, Buffer.from(signature, 'hex'))
}

const readable = (value: unknown) => String(value).replaceAll(/\p{C}/gu, '?')
if (isSigned()) {
  console.log(`Signed by ${readable(bank)} with its key ${kid}, and as it was then:`)
  const told = Object.entries(JSON.parse(Buffer.from(facts, 'hex').toString('utf8')))
  for (const [name, value] of told) console.log(`${readable(name)}: ${readable(value)}`)
} else {
  console.log(seal ? 'WRONG: it was changed, or another bank signed it' : 'WRONG: it is not signed')
  process.exitCode = 1
}
