import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scheduleOf } from './loan-plan.ts'
import {
  afterPayment,
  chargedOf,
  type LoanStanding,
  nextPayment,
  owedToday,
  paidIn,
  withDueCharged,
  withPaid,
} from './loan-repay.ts'

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

function lent(principalMinor: bigint, { rateBps = 1200, months = 12 } = {}): LoanStanding {
  const from = '2027-01-31'
  const plan = scheduleOf({ principalMinor, rateBps, months, from })
  return {
    ...{ principalMinor, owedMinor: principalMinor, extraMinor: 0n, rateBps, today: from },
    months: plan.map((month, index) => ({
      ...month,
      from: plan[index - 1]?.dueOn ?? from,
      ...{ charged: false, accruedMinor: 0n, accruedTo: null },
    })),
  }
}

const on = (loan: LoanStanding, today: string): LoanStanding => withDueCharged({ ...loan, today })

const duesOf = (loan: LoanStanding) =>
  loan.months.map(({ principalMinor, interestMinor }) => principalMinor + interestMinor)

// shows D153
test('an instalment on its day leaves the plan as it is', () => {
  let loan = lent(1_000_00n)
  const plan = loan.months.map(({ principalMinor, interestMinor }) => [
    principalMinor,
    interestMinor,
  ])
  for (const { dueOn } of loan.months) {
    loan = on(loan, dueOn)
    const next = nextPayment(loan)
    expect(next?.on).toBe(dueOn)
    const after = afterPayment(loan, next?.amountMinor ?? 0n)
    expect(after).toMatchObject({ interestMinor: 0n, extraNowMinor: 0n, savedMinor: 0n })
    loan = after
  }
  expect(loan.owedMinor).toBe(0n)
  expect(
    loan.months.map(({ principalMinor, interestMinor }) => [principalMinor, interestMinor]),
  ).toEqual(plan)
})

// shows D153
test('an extra payment keeps the instalment, shortens the loan and saves interest', () => {
  const loan = lent(1_000_00n)
  const after = afterPayment(loan, 588_85n)
  expect(after).toMatchObject({ interestMinor: 0n, extraNowMinor: 500_00n, owedMinor: 411_15n })
  expect(duesOf(after).slice(0, -1)).toEqual(Array(5).fill(88_85n))
  expect(after).toMatchObject({ nextOn: '2027-03-31', lastOn: '2027-07-31' })
  expect(after.savedMinor).toBe(
    sum(loan.months.map((month) => month.interestMinor)) -
      sum(after.months.map((month) => month.interestMinor)),
  )
  expect(after.savedMinor).toBe(49_87n)
})

// shows D153
test('interest is counted to the day of payment, and all of it ends the interest', () => {
  const loan = on(lent(1_000_00n), '2027-02-14')
  // Half of the 28 days of the month, whose interest is 10.00.
  expect(owedToday(loan)).toBe(1_005_00n)
  const after = afterPayment(loan, 1_005_00n)
  expect(after).toMatchObject({ interestMinor: 5_00n, owedMinor: 0n, nextOn: null, lastOn: null })
  expect(sum(after.months.map((month) => month.interestMinor))).toBe(5_00n)
  expect(withPaid(after.months, paidIn(after)).every(({ restMinor }) => restMinor === 0n)).toBe(
    true,
  )
})

test('days that have not come to a cent yet are not forgotten by a payment', () => {
  let loan = lent(10_00n)
  let interestMinor = 0n
  for (let day = 1; day <= 27; day++) {
    const after = afterPayment(on(loan, `2027-02-${String(day).padStart(2, '0')}`), 1n)
    interestMinor += after.interestMinor
    loan = after
  }
  expect(interestMinor).toBeGreaterThanOrEqual(8n)
  expect(paidIn(loan)).toBe(27n)
})

test('what is overdue is paid first, and costs no more interest than the plan had', () => {
  const loan = on(lent(1_000_00n), '2027-04-10')
  expect(nextPayment(loan)).toMatchObject({
    ...{ on: '2027-02-28', amountMinor: 177_70n },
    months: [
      { dueOn: '2027-02-28', restMinor: 88_85n },
      { dueOn: '2027-03-31', restMinor: 88_85n },
    ],
  })
  const some = afterPayment(loan, 100_00n)
  expect(some).toMatchObject({ extraNowMinor: 0n, nextOn: '2027-03-31', savedMinor: 0n })
  expect(nextPayment(some)).toMatchObject({
    ...{ on: '2027-03-31', amountMinor: 77_70n },
    months: [{ dueOn: '2027-03-31', restMinor: 77_70n }],
  })
  const rest = afterPayment(some, 77_70n)
  expect(rest.nextOn).toBe('2027-04-30')
  expect(duesOf(rest)).toEqual(duesOf(loan))
})

test('whatever is paid whenever, the plan adds up and ends, and never costs more', () => {
  const step = fc.record({ days: fc.nat(45), share: fc.integer({ min: 1, max: 1_000 }) })
  const loan = fc.record({
    principalMinor: fc.bigInt({ min: 1n, max: 10_000_00n }),
    rateBps: fc.integer({ min: 0, max: 5_000 }),
    months: fc.integer({ min: 1, max: 24 }),
  })
  fc.assert(
    fc.property(loan, fc.array(step, { maxLength: 12 }), ({ principalMinor, ...terms }, steps) => {
      let now = lent(principalMinor, terms)
      const planned = sum(now.months.map((month) => month.interestMinor))
      let paid = 0n
      for (const { days, share } of [...steps, { days: 1, share: 1_000 }]) {
        const day = new Date(Date.parse(now.today) + days * 86_400_000).toISOString().slice(0, 10)
        now = on(now, day)
        const owed = owedToday(now)
        const amount = (owed * BigInt(share)) / 1_000n
        if (amount === 0n) continue
        const after = afterPayment(now, amount)
        paid += amount
        expect(after.savedMinor >= 0n).toBe(true)
        expect(after.months.every((month) => month.interestMinor >= 0n)).toBe(true)
        // Borrowed, and what it has cost so far, is what was paid and what is still owed.
        const charged = sum(after.months.map(chargedOf))
        expect(after.owedMinor).toBe(principalMinor + charged - paid)
        const behind = withPaid(after.months, paidIn(after)).some(
          ({ restMinor, dueOn }) => restMinor > 0n && dueOn <= after.today,
        )
        const coming = sum(after.months.map((month) => month.interestMinor)) - charged
        if (!behind) {
          expect(sum(duesOf(after))).toBe(paid - after.extraMinor + after.owedMinor + coming)
        }
        now = after
      }
      if (now.owedMinor > 0n) now = afterPayment(now, owedToday(now))
      expect(now.owedMinor).toBe(0n)
      expect(nextPayment(now)).toBeNull()
      expect(sum(now.months.map((month) => month.interestMinor)) <= planned).toBe(true)
    }),
  )
})
