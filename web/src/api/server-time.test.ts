import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bankToday } from './bank-day.ts'
import { bankNow, noteServerTime, serverNow } from './server-time.ts'

const now = Date.parse('2026-03-05T12:00:00.000Z')
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  noteServerTime(new Date(now).toUTCString())
  vi.useRealTimers()
})

test.each([
  ['Thu, 05 Mar 2026 12:00:00 GMT', now],
  ['Thu, 05 Mar 2026 11:59:58 GMT', now],
  ['Thu, 05 Mar 2026 12:10:00 GMT', now + 600_500],
  ['Thu, 05 Mar 2026 11:00:00 GMT', now - 3_599_500],
])('a reply of %s', (date, expected) => {
  noteServerTime(date)
  expect(serverNow()).toBe(expected)
})

test('a reply that names no time changes nothing', () => {
  noteServerTime('Thu, 05 Mar 2026 12:10:00 GMT')
  for (const date of [null, '', 'soon']) noteServerTime(date)
  expect(serverNow()).toBe(now + 600_500)
})

test('business time is as far ahead as a reply says, and what can be called back knows nothing of it', () => {
  noteServerTime('Thu, 05 Mar 2026 12:10:00 GMT', '2027-04-01T12:10:00.000Z')
  expect(serverNow()).toBe(now + 600_500)
  expect(bankNow().toISOString()).toBe('2027-04-01T12:10:00.500Z')
  expect(bankToday()).toBe('2027-04-01')
  noteServerTime('Thu, 05 Mar 2026 12:00:00 GMT')
  expect(bankToday()).toBe('2026-03-05')
})
