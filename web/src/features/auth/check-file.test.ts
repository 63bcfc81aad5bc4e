import {
  type BankKeys,
  blankSeal,
  readSeal,
  type SealFacts,
  sealedMessage,
  signed,
} from '@passbook/contract/seal'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { checkFile } from './check-file.ts'

const keyId = '0123456789abcdef'
const facts: SealFacts = {
  kind: 'statement',
  bank: 'Passbook',
  holder: 'Ada',
  account: '1',
  currency: 'usd',
}
let keys: BankKeys
let file: Uint8Array<ArrayBuffer>
let sign: (facts: object) => Promise<Uint8Array<ArrayBuffer>>

beforeAll(async () => {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { kty = '', crv = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  keys = { bank: 'Passbook', keys: [{ kid: keyId, kty, crv, x }] }
  sign = async (said) => {
    const text = blankSeal(keyId, said as SealFacts)
    const blank = new TextEncoder().encode(`%PDF-1.7 … (${text}) … 12.50 %%EOF`)
    const seal = readSeal(blank)
    if (!seal) throw new Error('a blank seal is one')
    const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', blank))
    const message = sealedMessage(sha256)
    const signature = await crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, message)
    return signed(blank, seal, new Uint8Array(signature))
  }
  file = await sign(facts)
})
afterEach(() => vi.unstubAllGlobals())

test('a file is believed as the bank made it, and says what it is', async () => {
  expect(await checkFile(file, keys)).toEqual({ state: 'signed', facts })
})

test('a receipt is believed with its receiver, and one that was signed before without', async () => {
  const before = { ...facts, kind: 'receipt', amount: '-5.00', reference: 'r', state: 'completed' }
  const receiver = { name: 'Bob', number: '2', verified: false, own: false }
  for (const said of [before, { ...before, version: 2, receiver }, { ...before, later: 'x' }]) {
    const { later: _unknown, ...known } = { later: '', ...said }
    expect(await checkFile(await sign(said), keys)).toEqual({ state: 'signed', facts: known })
  }
})

test('each of its bytes counts', async () => {
  const states = new Set<string>()
  for (const place of file.keys()) {
    const changed = file.slice()
    changed[place] = (changed[place] ?? 0) ^ 1
    states.add((await checkFile(changed, keys)).state)
  }
  expect([...states].sort()).toEqual(['changed', 'unknown-key', 'unsigned'])
})

test('a signature in other letters is not the one that the bank wrote', async () => {
  const text = new TextDecoder('latin1').decode(file)
  const seal = readSeal(file)
  const digits = text.slice(seal?.at, (seal?.at ?? 0) + 128)
  const upper = Uint8Array.from(text.replace(digits, digits.toUpperCase()), (one) =>
    one.charCodeAt(0),
  )
  expect((await checkFile(upper, keys)).state).toBe('unsigned')
})

test('without the key, and without a way to check, nothing is believed', async () => {
  expect(await checkFile(file, { ...keys, keys: [] })).toEqual({ state: 'unknown-key' })
  vi.stubGlobal('crypto', { subtle: undefined })
  expect(await checkFile(file, keys)).toEqual({ state: 'cannot-check' })
  const importKey = () => Promise.reject(new Error('Unrecognized name.'))
  vi.stubGlobal('crypto', { subtle: { importKey } })
  expect(await checkFile(file, keys)).toEqual({ state: 'cannot-check' })
})
