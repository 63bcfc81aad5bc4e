import { expect, test } from 'vitest'
import { dueDays } from './due-days.ts'

const bill = (Name: string, date: string, State = 'active') => ({ Name, Date: date, State })
const bills = [
  bill('Netflix Inc', '2024-02-29'),
  bill('Apple Inc', '2024-02-29'),
  bill('Paid', '2024-02-21', 'paid'),
  bill('Later', '2024-03-19'),
  bill('Last', '2024-03-18'),
]

test('four weeks begin today, and each bill that runs stands at its next date', () => {
  const days = dueDays(bills, '2024-02-20')
  expect(days.map(({ date }) => date)).toHaveLength(28)
  expect([days[0]?.date, days[9]?.date, days[10]?.date]).toEqual([
    '2024-02-20',
    '2024-02-29',
    '2024-03-01',
  ])
  const due = days.filter((day) => day.bills.length > 0)
  expect(due.map(({ date, bills: named }) => [date, ...named.map(({ Name }) => Name)])).toEqual([
    ['2024-02-29', 'Netflix Inc', 'Apple Inc'],
    ['2024-03-18', 'Last'],
  ])
})
