import { expect, test } from 'vitest'
import { dayOf } from './dates.ts'

test('a date reads as a day, whatever the zone of the reader; what is none as it came', () => {
  expect(dayOf('2026-03-05')).toBe('05 Mar 2026')
  expect(dayOf('each Monday')).toBe('each Monday')
})
