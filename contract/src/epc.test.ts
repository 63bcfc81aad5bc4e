import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEpc, writeEpc } from './epc.ts'

const iban = 'DE79999999990000001003'

describe('the code for a transfer in euros', () => {
  test('is the text of EPC069-12, line by line', () => {
    const text = writeEpc({ name: 'Ada Okafor', iban, amountMinor: 1205n, note: 'Lunch' })
    expect(text.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Ada Okafor',
      iban,
      'EUR12.05',
      '',
      '',
      'Lunch',
    ])
    expect(writeEpc({ name: 'Ada Okafor', iban }).split('\n').at(-1)).toBe(iban)
  })

  test('holds at most 331 bytes, whatever the note is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string(), (note, name) => {
        const text = writeEpc({ name: `A${name}`, iban, amountMinor: 99_999_999_999n, note })
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331)
        expect(text.split('\n').length).toBeLessThanOrEqual(11)
      }),
    )
  })

  test('is read back as it was written', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9äöüß.,-]{1,30}( [A-Za-z0-9äöüß.,-]{1,10}){0,2}$/)
    fc.assert(
      fc.property(words, words, fc.bigInt(1n, 99_999_999_999n), (name, note, amountMinor) => {
        const written = { name, iban, amountMinor, note }
        expect(readEpc(writeEpc(written))).toEqual(written)
      }),
    )
  })

  test('is read as other banks write it', () => {
    const text = ['BCD', '001', '1', 'SCT', 'abcdefgh', 'Red Cross', 'be72 0000 0000 1616', 'EUR1']
    expect(readEpc(text.join('\r\n'))).toEqual({
      name: 'Red Cross',
      iban: 'BE72000000001616',
      bic: 'ABCDEFGH',
      amountMinor: 100n,
    })
    const reference = [...text, 'CHAR', 'RF18539007547034'].join('\n')
    expect(readEpc(reference)?.note).toBe('RF18539007547034')
  })

  test.each([
    '',
    'bitcoin:bc1q',
    'BCD\n003\n1\nSCT\n\nA\nDE1',
    'BCD\n002\n1\nSCT\n\nA\n',
    'BCD\n002\n1\nSCT\n\nA\nDE1\nUSD5',
    'BCD\n002\n1\nSCT\n\nA\nDE1\nEUR-5',
  ])('%j is none', (text) => {
    expect(readEpc(text)).toBeNull()
  })
})
