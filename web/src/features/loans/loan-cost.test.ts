import { expect, test, vi } from 'vitest'
import { costOf } from './loan-cost.tsx'

const terms = { Max: 5_000_00n, RatePercent: '12', Months: 12 }

test('the cost of what is typed is the bank’s own calculation, from today on', () => {
  vi.setSystemTime('2026-11-15T12:00:00Z')
  expect(costOf(terms, '3,000.00')).toMatchObject({
    ...{ payments: 12, monthlyMinor: 266_55n, totalMinor: 3_198_56n, firstOn: '2026-12-15' },
  })
  vi.useRealTimers()
})

test('nothing is said of what cannot be borrowed, or by terms that make no sense', () => {
  for (const amount of ['', '0', '0.00', '5,000.01', '999999999999.99']) {
    expect(costOf(terms, amount)).toBeNull()
  }
  expect(costOf({ ...terms, RatePercent: 'much' }, '100')).toBeNull()
  for (const Months of [0, -1, 1.5, 1e9, Number.NaN]) {
    expect(costOf({ ...terms, Months }, '100')).toBeNull()
  }
})
