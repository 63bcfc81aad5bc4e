import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from '#api/page.ts'
import { dayName } from './transaction-list.tsx'

const { bankZone } = page
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  page.bankZone = bankZone
})

test.each([
  ['2026-03-29T22:30:00Z', ['2026-03-30', '2026-03-29', '2026-03-28']],
  ['2026-10-25T22:30:00Z', ['2026-10-25', '2026-10-24', '2026-10-23']],
  ['2026-12-31T23:30:00Z', ['2027-01-01', '2026-12-31', '2026-12-30']],
])('yesterday is the date before, however long a day of the clock change is: %s', (now, days) => {
  page.bankZone = 'Europe/Berlin'
  vi.setSystemTime(now)
  expect(days.map(dayName).slice(0, 2)).toEqual(['Today', 'Yesterday'])
  expect(dayName(days[2] ?? '')).toMatch(/20\d\d$/)
})
