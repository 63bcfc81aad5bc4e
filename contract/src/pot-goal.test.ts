import { expect, test } from 'vitest'
import { potPercent, potPerMonth } from './pot-goal.ts'

test('progress is told in whole percent, and is full only when the goal is there', () => {
  const of = (balanceMinor: bigint, goalMinor: bigint | null) =>
    potPercent({ balanceMinor, goalMinor })
  expect(of(0n, 100_00n)).toBe(0)
  expect(of(33_33n, 100_00n)).toBe(33)
  expect(of(99_99n, 100_00n)).toBe(99)
  expect(of(100_00n, 100_00n)).toBe(100)
  expect(of(250_00n, 100_00n)).toBe(100)
  expect(of(5n, null)).toBeNull()
})

test('what is needed per month reaches the goal in time, to the cent', () => {
  const need = (today: string, goalOn: string | null, balanceMinor = 0n, goalMinor = 100_00n) =>
    potPerMonth({ balanceMinor, goalMinor }, { today, goalOn })
  expect(need('2027-01-15', '2027-04-15')).toBe(33_34n)
  expect(need('2027-01-15', '2027-04-14')).toBe(50_00n)
  expect(need('2027-01-31', '2027-02-28')).toBe(100_00n)
  expect(need('2027-01-15', '2027-01-15')).toBe(100_00n)
  expect(need('2027-01-15', '2028-01-15', 40_00n)).toBe(5_00n)
  for (const [today, on, had] of [
    ['2027-01-15', null, 0n],
    ['2027-01-15', '2027-01-14', 0n],
    ['2027-01-15', '2027-05-15', 100_00n],
  ] as const) {
    expect(need(today, on, had)).toBeNull()
  }
})
