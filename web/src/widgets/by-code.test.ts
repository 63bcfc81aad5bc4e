import { expect, test } from 'vitest'
import { inCode, symbolIn } from './by-code.ts'

test('an amount has the symbol of its code, whatever its case, or the code itself', () => {
  expect(inCode('usd', 123_456n)).toBe('$1,234.56')
  expect(inCode('EUR', 5n)).toBe('€0.05')
  expect(symbolIn(undefined)).toBe('')
  expect(symbolIn('ngn')).toBe('₦')
  expect(inCode('xyz', 100n)).toBe('XYZ\u00a01.00')
})
