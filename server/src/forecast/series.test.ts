import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter } from '#kernel/calendar.ts'
import type { Flow } from '#orders/plans.ts'
import { explainFigure } from './figure-parts.ts'
import { forecast, median, usualSpending } from './series.ts'

const today = '2027-01-28'
const none = [0n, 0n, 0n, 0n, 0n, 0n, 0n]
const plain = {
  ...{ today, until: '2027-02-05', last: '2027-02-10', bufferMinor: 0n, heldMinor: 0n },
  ...{ balanceMinor: 1000_00n, flows: [] as Flow[], usualMinor: none },
}
const bill = (on: string, amountMinor: bigint, more: Partial<Flow> = {}): Flow => ({
  ...{ on, accountId: 1n, kind: 'bill', text: 'Rent', amountMinor, id: 'b', expected: false },
  ...more,
})

test('the lowest point to the pay-day, without the buffer, is safe to spend', () => {
  const flows = [bill('2027-01-30', -700_00n), bill('2027-02-01', 200_00n)]
  const found = forecast({ ...plain, flows, heldMinor: 50_00n, bufferMinor: 100_00n })
  expect(found.availableMinor).toBe(950_00n)
  expect(found.lowest).toEqual({ on: '2027-01-30', amountMinor: 250_00n })
  expect(found.safeMinor).toBe(150_00n)
  expect(found.days.map(({ on }) => on)[0]).toBe(today)
  expect(found.days.at(-1)).toMatchObject({ on: '2027-02-10', scheduledMinor: 450_00n })
})

test('what comes after the pay-day changes nothing, and nothing is safe below zero', () => {
  const after = forecast({ ...plain, flows: [bill('2027-02-06', -900_00n)] })
  expect(after.safeMinor).toBe(1000_00n)
  expect(after.days.find(({ on }) => on === '2027-02-06')?.scheduledMinor).toBe(100_00n)
  const kept = forecast({ ...plain, bufferMinor: 5000_00n })
  expect([kept.lowest.amountMinor, kept.safeMinor]).toEqual([1000_00n, 0n])
})

test('a day is as low as it is on the way, though more comes in before it ends', () => {
  const flows = [bill('2027-01-30', -600_00n), bill('2027-01-30', 500_00n)]
  const found = forecast({ ...plain, flows })
  expect(found.days[2]).toMatchObject({ scheduledMinor: 900_00n, lowMinor: 400_00n })
  expect(found.safeMinor).toBe(400_00n)
})

test('where the money for a payment does not come in time nothing is safe to spend', () => {
  const short = bill('2027-01-30', 0n, { missingMinor: 20_00n })
  const found = forecast({ ...plain, flows: [short] })
  expect(found).toMatchObject({ safeMinor: 0n, missing: { on: '2027-01-30', amountMinor: 20_00n } })
  const late = forecast({ ...plain, flows: [{ ...short, paidOn: '2027-02-06' }] })
  expect(late.safeMinor).toBe(0n)
  const paid = forecast({ ...plain, flows: [{ ...short, paidOn: '2027-02-01' }] })
  expect(paid).toMatchObject({ safeMinor: 1000_00n, missing: null })
})

test('what is usual is the median of twelve weeks, by weekday, from tomorrow on', () => {
  expect([median([3n, 1n, 2n]), median([1n, 4n]), median([])]).toEqual([2n, 2n, 0n])
  // 2027-01-27 is a Wednesday: seven of the twelve before had a purchase.
  const spent = new Map<string, bigint>(
    Array.from({ length: 7 }, (_, week) => [dayAfter('2027-01-27', -7 * week), 30_00n] as const),
  )
  spent.set('2027-01-26', 999_00n)
  const usualMinor = usualSpending(spent, today)
  expect(usualMinor).toEqual([0n, 0n, 0n, 30_00n, 0n, 0n, 0n])
  const { days } = forecast({ ...plain, usualMinor })
  expect(days.find(({ on }) => on === '2027-02-03')).toMatchObject({
    ...{ scheduledMinor: 1000_00n, usualMinor: 970_00n },
    reasons: [{ kind: 'usual', amountMinor: -30_00n, expected: true }],
  })
  const thursday = forecast({ ...plain, usualMinor: none.map(() => 1n) })
  expect(thursday.days[0]?.usualMinor).toBe(1000_00n)
})

const amounts = fc.bigInt({ min: -500_00n, max: 500_00n })
const flows = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 13 }),
    amountMinor: amounts,
    expected: fc.boolean(),
    kind: fc.constantFrom('bill' as const, 'instalment' as const),
  }),
  { maxLength: 30 },
)
const sum = (values: readonly { amountMinor: bigint }[]) =>
  values.reduce((total, { amountMinor }) => total + amountMinor, 0n)

test('every figure is the sum of its parts', () => {
  const cases = fc.record({
    flows,
    balanceMinor: fc.bigInt({ min: 0n, max: 2000_00n }),
    held: fc.array(fc.bigInt({ min: 1n, max: 100_00n }), { maxLength: 4 }),
    unnamedMinor: fc.bigInt({ min: 0n, max: 10_00n }),
    bufferMinor: fc.bigInt({ min: 0n, max: 300_00n }),
    usualMinor: fc.array(fc.bigInt({ min: 0n, max: 50_00n }), { minLength: 7, maxLength: 7 }),
  })
  fc.assert(
    fc.property(cases, ({ flows, held, unnamedMinor, ...given }) => {
      const holds = held.map((amountMinor, at) => ({ id: String(at), text: 'x', amountMinor }))
      const dated = flows
        .toSorted((one, other) => one.day - other.day)
        .map(({ day, ...flow }) => bill(dayAfter(today, day), flow.amountMinor, flow))
      const heldMinor = sum(holds) + unnamedMinor
      const found = {
        ...forecast({ ...plain, ...given, heldMinor, flows: dated }),
        ...{ ...given, holds, today, until: plain.until, pay: null, currency: 'usd' as const },
      }
      const figures = [
        { name: 'safe_to_spend' as const },
        { name: 'lowest' as const },
        ...found.days.flatMap(({ on }) => [
          { name: 'point' as const, on, line: 'scheduled' as const },
          { name: 'point' as const, on, line: 'usual' as const },
        ]),
      ]
      for (const figure of figures) {
        const explained = explainFigure(found, figure)
        expect(sum(explained?.parts ?? [])).toBe(explained?.totalMinor)
      }
      expect(found.safeMinor >= 0n).toBe(true)
      expect(found.lowest.amountMinor <= found.availableMinor).toBe(true)
      const asked = { name: 'point', on: '2028-01-01', line: 'usual' } as const
      expect(explainFigure(found, asked)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
