import { expect, test } from 'vitest'
import { lineOf } from './recipient-facts.ts'

test('a recipient is told by number, bank and kind of transfer, leaving out what is absent', () => {
  const saved = { AccountName: 'Bob Stone', AccountNumber: '1234567897', BankName: '', Swift: null }
  expect(lineOf({ ...saved, Type: 'local transfer' })).toBe('1234567897 · Local Transfer')
  expect(lineOf({ ...saved, BankName: 'Akbank', Swift: 'AKBKTRIS', Type: 'wire transfer' })).toBe(
    '1234567897 · Akbank · AKBKTRIS · Wire Transfer',
  )
})
