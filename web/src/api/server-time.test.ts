import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-time.ts'

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
