import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFineDecimal } from './interest.ts'
import {
  accruedOn,
  interestPayment,
  interestPieces,
  type RateTable,
  type RateTier,
  ratesOn,
  toPercent,
} from './interest-days.ts'

const tiers = [
  { fromMinor: 0n, rateMillionths: 20_000n },
  { fromMinor: 1_000_000n, rateMillionths: 25_000n },
]

test('a day is a 365th of the rate of each part of the balance', () => {
  expect(interestPieces(3_650_000n, tiers)).toEqual([
    { amountMinor: 1_000_000n, rateMillionths: 20_000n },
    { amountMinor: 2_650_000n, rateMillionths: 25_000n },
  ])
  expect(accruedOn(interestPieces(3_650_000n, tiers))).toBe(236_301_369n)
  expect(accruedOn(interestPieces(1_000_000n, tiers))).toBe(54_794_520n)
  expect(accruedOn(interestPieces(0n, tiers))).toBe(0n)
  expect(accruedOn(interestPieces(-5n, tiers))).toBe(0n)
})

test('the table of a day is the latest that has begun, in whatever order they stand', () => {
  const [old, fresh] = [
    { from: '2026-01-01', tiers: tiers.slice(0, 1) },
    { from: '2026-07-01', tiers },
  ] as const
  expect(ratesOn([fresh, old], '2025-12-31')).toEqual([])
  expect(ratesOn([fresh, old], '2026-06-30')).toBe(old.tiers)
  expect(ratesOn([old, fresh], '2026-07-01')).toBe(tiers)
})

test('a payment is whole minor units, and what is left is carried', () => {
  expect(interestPayment(700_000n, 2_500_000n)).toEqual({
    postedMinor: 3n,
    leftMillionths: 200_000n,
  })
})

test('millionths and rates as text', () => {
  expect(toFineDecimal(236_301_369n)).toBe('2.36301369')
  expect(toFineDecimal(0n)).toBe('0.00000000')
  expect([20_000n, 27_500n, 0n, 1_000_000n, 1n].map(toPercent)).toEqual([
    '2',
    '2.75',
    '0',
    '100',
    '0.0001',
  ])
})

type Days = { balances: bigint[]; tables: RateTable[] }

const dayOf = (index: number) =>
  new Date(Date.UTC(2027, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
const calendar = Array.from({ length: 800 }, (_, index) => dayOf(index))

/** Balances that change now and then, and rates that change some times. */
const histories: fc.Arbitrary<Days> = fc
  .record({
    changes: fc.array(
      fc.record({
        days: fc.integer({ min: 1, max: 60 }),
        balance: fc.oneof(
          fc.constant(0n),
          fc.bigInt(1n, 500n),
          fc.bigInt(1n, 5_000_000n),
          fc.bigInt(1n, 10n ** 14n),
        ),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    tables: fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: -1, max: 400 }),
        tiers: fc.uniqueArray(
          fc.record({
            fromMinor: fc.oneof(fc.constant(0n), fc.bigInt(1n, 3_000_000n)),
            rateMillionths: fc.bigInt(0n, 120_000n),
          }),
          { minLength: 1, maxLength: 3, selector: ({ fromMinor }) => fromMinor },
        ),
      }),
      { maxLength: 4, selector: ({ at }) => at },
    ),
  })
  .map(({ changes, tables }) => ({
    balances: changes
      .flatMap(({ days, balance }) => Array<bigint>(days).fill(balance))
      .slice(0, 800),
    tables: tables.map(({ at, tiers: unsorted }) => ({
      from: at < 0 ? '2000-01-01' : dayOf(at),
      tiers: unsorted.toSorted((a, b) => (a.fromMinor < b.fromMinor ? -1 : 1)),
    })),
  }))

/** The closed formula: what lies above each tier earns what that tier adds, for so many days of 365. */
function ofAYear(balance: bigint, table: readonly RateTier[]): bigint {
  return table.reduce((sum, { fromMinor, rateMillionths }, at) => {
    const added = rateMillionths - (table[at - 1]?.rateMillionths ?? 0n)
    return balance > fromMinor ? sum + (balance - fromMinor) * added : sum
  }, 0n)
}

/** In stretches in which neither the balance nor the rates change. */
function closedFormula({ balances, tables }: Days): bigint {
  let total = 0n
  const starts = tables.map(({ from }) => Math.max(0, calendar.indexOf(from)))
  const cuts = new Set([0, balances.length, ...starts])
  balances.forEach((balance, at) => {
    if (at > 0 && balance !== balances[at - 1]) cuts.add(at)
  })
  const sorted = [...cuts].filter((cut) => cut <= balances.length).sort((a, b) => a - b)
  for (const [index, from] of sorted.entries()) {
    const to = sorted[index + 1]
    if (to === undefined) break
    const latest = tables
      .filter((table) => table.from <= (calendar[from] ?? ''))
      .sort((a, b) => (a.from < b.from ? 1 : -1))[0]
    total += ofAYear(balances[from] ?? 0n, latest?.tiers ?? []) * BigInt(to - from)
  }
  return total
}

test('over 10,000 histories the days come to the closed formula, and payments to the days', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { balances, tables } = history
      let [accrued, carried, posted, month] = [0n, 0n, 0n, 0n]
      const pay = () => {
        const payment = interestPayment(carried, month)
        posted += payment.postedMinor
        carried = payment.leftMillionths
        month = 0n
      }
      balances.forEach((balance, at) => {
        const day = calendar[at] ?? ''
        if (day.endsWith('-01')) pay()
        const ofDay = accruedOn(interestPieces(balance, ratesOn(tables, day)))
        accrued += ofDay
        month += ofDay
      })
      pay()
      // Less than a millionth a day is left out: far from the cent a year that would be allowed.
      const off = closedFormula(history) - accrued * 365n
      expect(off >= 0n && off < 365n * BigInt(balances.length + 1)).toBe(true)
      expect(365n * BigInt(balances.length + 1)).toBeLessThan(365n * 1_000_000n)
      expect(posted * 1_000_000n + carried).toBe(accrued)
      expect(carried < 1_000_000n).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
