import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loanCost, monthlyInterest, rateBpsOf, scheduleOf } from './loan-plan.ts'

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

test('a loan of 1,000.00 at 12 % takes twelve instalments of 88.85', () => {
  const months = scheduleOf({
    principalMinor: 1_000_00n,
    rateBps: 1200,
    months: 12,
    from: '2027-01-31',
  })
  const paid = months.map(({ principalMinor, interestMinor }) => principalMinor + interestMinor)
  expect(paid.slice(0, 11)).toEqual(Array(11).fill(88_85n))
  expect(months[0]).toEqual({
    number: 1,
    dueOn: '2027-02-28',
    principalMinor: 78_85n,
    interestMinor: 10_00n,
  })
  expect(months.map(({ dueOn }) => dueOn).slice(1, 3)).toEqual(['2027-03-31', '2027-04-30'])
  expect(months.at(-1)).toMatchObject({ number: 12, dueOn: '2028-01-31' })
  expect(sum(months.map(({ principalMinor }) => principalMinor))).toBe(1_000_00n)
})

test('every schedule pays back exactly what was lent, in equal parts but for the rounding', () => {
  const loan = fc.record({
    principalMinor: fc.bigInt({ min: 1n, max: 100_000_000_000_000n }),
    rateBps: fc.integer({ min: 0, max: 9_999 }),
    months: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(loan, (plan) => {
      const months = scheduleOf({ ...plan, from: '2027-01-31' })
      expect(months).toHaveLength(plan.months)
      expect(sum(months.map((month) => month.principalMinor))).toBe(plan.principalMinor)
      let left = plan.principalMinor
      for (const { principalMinor, interestMinor } of months) {
        expect(principalMinor >= 0n).toBe(true)
        expect(interestMinor).toBe(monthlyInterest(left, plan.rateBps))
        left -= principalMinor
      }
      const parts = months.map((month) => month.principalMinor + month.interestMinor)
      const [monthly = 0n] = parts
      const last = parts.at(-1) ?? 0n
      // Half a cent of each month's rounding, grown by the interest on it, ends in the last month.
      if (
        months.at(-2)?.principalMinor !== 0n &&
        plan.principalMinor > BigInt(plan.months) * 100n
      ) {
        expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1)
        const spread = last > monthly ? last - monthly : monthly - last
        if (plan.rateBps <= 1200) expect(spread < BigInt(plan.months) * 2n).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what a loan costs is told as its schedule has it', () => {
  const plan = { principalMinor: 3_000_00n, rateBps: 1200, months: 12, from: '2026-11-15' }
  expect(loanCost(plan)).toEqual({
    payments: 12,
    monthlyMinor: 266_55n,
    lastMinor: 266_51n,
    totalMinor: 3_198_56n,
    interestMinor: 198_56n,
    firstOn: '2026-12-15',
  })
  expect(loanCost({ ...plan, principalMinor: 3n })).toMatchObject({
    payments: 1,
    totalMinor: 3n,
    firstOn: '2027-11-15',
  })
  expect(loanCost({ ...plan, principalMinor: 0n })).toBeNull()
})

test('a rate is read to the hundredth of a percent, and nothing else is one', () => {
  const rates = ['12', '12.5', '12.55', '0', '1.15'].map(rateBpsOf)
  expect(rates).toEqual([1200, 1250, 1255, 0, 115])
  expect(['', 'free', '12.555', '-1', '1e2', '12,5'].map(rateBpsOf)).toEqual(Array(6).fill(null))
})
