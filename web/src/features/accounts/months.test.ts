import { expect, test } from 'vitest'
import { monthBefore, monthRange } from './months.ts'

test('a month has its own last day, and months go back over a year', () => {
  expect(monthRange('2024-02')).toEqual({ start: '2024-02-01', end: '2024-02-29' })
  expect(monthBefore('2024-03-31', 1)).toBe('2024-02')
  expect(monthBefore('2024-01-15', 1)).toBe('2023-12')
  expect(monthBefore('2024-01-15', 0)).toBe('2024-01')
})
