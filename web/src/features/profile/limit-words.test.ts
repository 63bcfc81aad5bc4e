import { expect, test } from 'vitest'
import { noteServerTime } from '#api/server-time.ts'
import {
  comingWords,
  coolingWords,
  dayLimit,
  factsOf,
  type Limits,
  limitsCheck,
  sentOf,
  typedOf,
  usedShare,
} from './limit-words.ts'

const none: Limits = {
  PerDay: null,
  PerTransfer: null,
  BankPerDay: 1_000_000n,
  SentToday: 0n,
  Coming: null,
  Frozen: false,
  CoolingUntil: null,
}

test('the lower of the customer’s and the bank’s limit holds for a day', () => {
  expect(dayLimit(none)).toBe(1_000_000n)
  expect(dayLimit({ ...none, PerDay: 5_000n })).toBe(5_000n)
  expect(dayLimit({ ...none, PerDay: 2_000_000n })).toBe(1_000_000n)
})

test.each([
  [0n, 0],
  [2_500n, 0.25],
  [10_000n, 1],
  [99_999n, 1],
])('of a hundred dollars, %s cents are %s of the day', (SentToday, share) => {
  expect(usedShare({ ...none, PerDay: 10_000n, SentToday })).toBe(share)
})

test('a day of which nothing may be used is used up', () => {
  expect(usedShare({ ...none, BankPerDay: 0n })).toBe(1)
})

test('an empty field is no limit of one’s own', () => {
  expect(typedOf(none)).toEqual({ per_day: '', per_transfer: '' })
  const typed = typedOf({ PerDay: 125_050n, PerTransfer: null })
  expect(typed).toEqual({ per_day: '1,250.50', per_transfer: '' })
  expect(sentOf(typed)).toEqual({ per_day: '1,250.50', per_transfer: undefined })
  expect(limitsCheck.safeParse(typed)).toMatchObject({ success: true, data: { per_day: 125_050n } })
  expect(limitsCheck.safeParse({ per_day: '0', per_transfer: '' }).success).toBe(false)
  expect(factsOf({ PerDay: 125_050n, PerTransfer: null }).map(({ value }) => value)).toEqual([
    '$1,250.50',
    'No limit of your own',
  ])
})

const hourMs = 3_600_000
const later = () => new Date(Date.now() + 22.5 * hourMs)
const headerOf = (at: Date) => at.toUTCString()

// shows D171
test('a real moment is told by its date, and by its hours where the bank’s date is another', () => {
  const now = new Date()
  noteServerTime(headerOf(now), now.toISOString())
  expect(coolingWords(later())).toMatch(/Until \d\d \w{3} \d{4}, \d\d:\d\d, recipients/)
  expect(comingWords(later())).toMatch(/^These limits hold from \d\d \w{3} \d{4}, \d\d:\d\d:$/)
  noteServerTime(headerOf(now), new Date(now.getTime() + 400 * 24 * hourMs).toISOString())
  expect(coolingWords(later())).toContain('For another 23 hours, recipients')
  expect(coolingWords(new Date(Date.now() + hourMs / 2))).toContain('For another hour, recipients')
  expect(comingWords(later())).toBe('These limits hold in 23 hours:')
  noteServerTime(headerOf(now), now.toISOString())
})
