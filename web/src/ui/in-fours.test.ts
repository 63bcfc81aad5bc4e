import { expect, test } from 'vitest'
import { inFours } from './in-fours.ts'

test('an IBAN stands in fours, any other number as it is', () => {
  expect(inFours('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect(inFours('de89370400440532013000')).toBe('de89 3704 0044 0532 0130 00')
  expect(inFours('BE68539007547034')).toBe('BE68 5390 0754 7034')
  expect(inFours('1000002345')).toBe('1000002345')
  expect(inFours('')).toBe('')
})
