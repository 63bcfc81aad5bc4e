import { expect, test } from 'vitest'
import { barsOf, hasRest } from './month-bars.ts'

const category = (Category: string, Before: bigint[], Amount: bigint) => ({
  ...{ Category, Before, Amount, Count: 1, Average: 0n },
})

test('bars have the largest categories of all months, and add up to what was spent', () => {
  const Categories = [
    category('a', [1n], 100n),
    category('b', [500n], 0n),
    category('c', [7n], 70n),
    category('d', [6n], 60n),
    category('e', [5n], 50n),
    category('f', [4n], 40n),
    category('g', [3n], 30n),
  ]
  const { bars, named } = barsOf({
    ...{ Month: '2031-02', Currency: { Code: 'usd' }, Currencies: ['usd'], First: '2031-01' },
    ...{ Income: 0n, Spent: 350n, AverageSpent: 526n, Payees: [], Partial: false, Categories },
    Months: [
      { Month: '2031-01', Income: 0n, Spent: 526n },
      { Month: '2031-02', Income: 0n, Spent: 350n },
    ],
  })
  expect(named).toEqual(['b', 'a', 'c', 'd', 'e'])
  expect(bars.map(({ parts }) => parts.map(({ minor }) => minor))).toEqual([
    [500n, 1n, 7n, 6n, 5n, 7n],
    [0n, 100n, 70n, 60n, 50n, 70n],
  ])
  for (const { parts, spentMinor } of bars) {
    expect(parts.reduce((sum, { minor }) => sum + minor, 0n)).toBe(spentMinor)
  }
})

test('a rest is spoken of where it may be under Other, not where only income was long', () => {
  const rest = (Partial: boolean, ...Categories: ReturnType<typeof category>[]) =>
    hasRest({ Partial, Categories })
  const food = category('groceries', [5n], 5n)
  expect(rest(true, food)).toBe(false)
  expect(rest(true, food, category('other', [0n], 0n))).toBe(false)
  expect(rest(true, food, category('other', [1n], 0n))).toBe(true)
  expect(rest(true, food, category('other', [0n], 1n))).toBe(true)
  expect(rest(false, food, category('other', [1n], 1n))).toBe(false)
})
