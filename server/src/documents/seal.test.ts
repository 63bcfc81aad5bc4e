import { type BankKeys, blankSeal, readSeal, sealFacts } from '@passbook/contract/seal'
import { expect, test } from 'vitest'
import { figuresOf, isSigned, readPdf } from '#testing/pdf-file.ts'
import { drawFile } from './draw.ts'
import { signingKey } from './keys.ts'
import type { StatementPaper } from './paper.ts'

const { id, publicKey, privateKey } = signingKey('a key that is good for tests only')
const keys: BankKeys = {
  bank: 'Passbook',
  keys: [{ kid: id, kty: 'OKP', crv: 'Ed25519', x: publicKey }],
}

function paper(lines: number): StatementPaper {
  return {
    kind: 'statement',
    systemName: 'Passbook',
    bankAddress: '1 Allen Avenue, Lagos',
    verifyUrl: 'https://bank.example/verify',
    createdAt: new Date('2026-02-01T00:00:00Z'),
    key: { id, privateKey },
    facts: {
      ...{ kind: 'statement', bank: 'Passbook', holder: 'Ada (née Lovelace)' },
      ...{ account: '4562871303', currency: 'eur', from: '2026-01-01', to: '2026-01-31' },
      ...{ opening: '10.00', closing: '10.00', lines },
    },
    iban: 'DE12345678901234567890',
    from: '2026-01-01',
    to: '2026-01-31',
    ...{ part: 1, parts: 1 },
    openingMinor: 10_00n,
    creditMinor: BigInt(lines),
    debitMinor: BigInt(lines),
    closingMinor: 10_00n,
    open: { count: 0, creditMinor: 0n, debitMinor: 0n },
    lines: Array.from({ length: lines }, (_, index) => ({
      day: '2026-01-05',
      bookedOn: undefined,
      title: `Payee ${index}`,
      note: 'a note of some length that takes more than one line of its narrow column',
      amountMinor: index % 2 === 0 ? 1n : -1n,
    })),
  }
}

const small = await drawFile(paper(2))

test('a file is signed as a whole: one changed byte is refused, wherever it is', () => {
  const { bytes } = small
  expect(isSigned(bytes, keys)).toBe(true)
  const seal = readSeal(bytes)
  const near = seal?.at ?? 0
  const places = Array.from(bytes.keys()).filter(
    (place) => Math.abs(place - near) < 300 || place % 61 === 0,
  )
  expect(places.length).toBeGreaterThan(900)
  const believed = places.filter((place) => {
    const changed = bytes.slice()
    changed[place] = (changed[place] ?? 0) ^ 0x20
    return isSigned(changed, keys)
  })
  expect(believed).toEqual([])
})

test('what is cut off, added, unsigned or signed by another key is refused', () => {
  const { bytes } = small
  const added = new Uint8Array(bytes.length + 1)
  added.set(bytes)
  expect(isSigned(added, keys)).toBe(false)
  expect(isSigned(bytes.slice(0, -1), keys)).toBe(false)
  expect(isSigned(new TextEncoder().encode('%PDF-1.7 of somebody'), keys)).toBe(false)
  const other = signingKey('another key, as good as the first one')
  const [key] = keys.keys
  if (!key) throw new Error('there is a key')
  expect(isSigned(bytes, { ...keys, keys: [{ ...key, x: other.publicKey }] })).toBe(false)
})

test('a file with a second seal has none, so that no two programs read different ones', () => {
  const second = `(${blankSeal(id, { kind: 'receipt', bank: '', holder: '', account: '', currency: '' })})`
  const both = Buffer.concat([small.bytes, Buffer.from(second)])
  expect(readSeal(both)).toBeNull()
  expect(readSeal(Buffer.from(second))?.keyId).toBe(id)
})

test('the facts are read from the file with every character', () => {
  expect(sealFacts.parse(readSeal(small.bytes)?.facts).holder).toBe('Ada (née Lovelace)')
})

test('drawn again, a paper is the same file', async () => {
  expect((await drawFile(paper(2))).sha256).toBe(small.sha256)
  expect((await drawFile(paper(3))).sha256).not.toBe(small.sha256)
})

test('many lines take many pages, whose headings and numbers are no part of the table', async () => {
  const file = await drawFile(paper(100))
  const { texts, elements } = readPdf(Buffer.from(file.bytes))
  expect(file.pages).toBeGreaterThan(3)
  for (const number of [1, file.pages]) {
    expect(texts.filter((text) => text === `Page ${number} of ${file.pages}`)).toHaveLength(1)
  }
  expect(texts.filter((text) => text === 'Balance')).toHaveLength(file.pages)
  // Rows of facts, the one heading row, and the two balances beside the lines.
  expect(elements.TR).toBe(9 + 1 + 102)
  expect(elements.TH).toBe(9 + 4)
  const { opening, lines, closing } = figuresOf(texts)
  expect(lines).toHaveLength(100)
  expect(lines.reduce((sum, minor) => sum + minor, opening)).toBe(closing)
})
