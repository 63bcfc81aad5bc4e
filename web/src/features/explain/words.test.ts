import { expect, test } from 'vitest'
import { countedOf } from './words.ts'

test('what was spent and the expenses differ by what went to own accounts, and say so', () => {
  expect(countedOf({ figure: 'expenses' })).toBe('Money moved to your own accounts counts.')
  expect(countedOf({ figure: 'spent' })).toBe('Money moved to your own accounts does not count.')
  expect(countedOf({ figure: 'balance' })).toBe('')
})
