import { rhythms } from '@passbook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecast } from '#forecast/series.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { BillPlan, Money, OrderPlan, Plan } from './plans.ts'
import { play } from './play.ts'

const now = new Date('2027-01-28T15:00:00Z')
const today = '2027-01-28'
const rules = { bankZone: 'UTC', orderTryHours: [6, 12, 18], orderTryDays: 2 }
const common = { id: 'x', text: 'x', nextAt: new Date(0), tries: 0, accountId: 1n }

const bill = (more: Partial<BillPlan>): BillPlan => ({
  ...{ ...common, kind: 'bill', key: 1n, recurring: true, firstOn: '2027-01-31' },
  ...{ dueOn: '2027-01-31', amountMinor: 100_00n, ...more },
})
const order = (more: Partial<OrderPlan>): OrderPlan => ({
  ...{ ...common, kind: 'order', key: 1n, dueOn: '2027-01-31', amountMinor: 100_00n },
  schedule: { every: 'monthly', firstOn: '2027-01-31', until: null, times: null },
  ...{ above: false, triedOn: null, to: null, refusedAt: () => false, ...more },
})
const of = (...minor: bigint[]): Money =>
  new Map(minor.map((availableMinor, at) => [BigInt(at + 1), { availableMinor, currency: 'usd' }]))
const played = (money: Money, plans: Plan[], until = '2027-04-30') =>
  play({ money, plans, now, until }, rules)
const shown = (money: Money, plans: Plan[], until?: string) =>
  played(money, plans, until).map(({ on, accountId, amountMinor }) => [on, accountId, amountMinor])

test('a bill keeps the last day of the month', () => {
  const days = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']
  expect(shown(of(900_00n), [bill({})])).toEqual(days.map((on) => [on, 1n, -100_00n]))
  expect(shown(of(900_00n), [bill({ recurring: false })])).toHaveLength(1)
})

test('all above an amount goes to the other account, once bills are paid', () => {
  const plans = [bill({}), order({ above: true, to: { accountId: 2n, text: 'y' } })]
  expect(shown(of(900_00n, 5n), plans, '2027-02-01')).toEqual([
    ['2027-01-31', 1n, -100_00n],
    ['2027-01-31', 1n, -700_00n],
    ['2027-01-31', 2n, 700_00n],
  ])
  // Nothing above it is nothing, and no news.
  expect(played(of(100_00n, 5n), [plans[1] as OrderPlan])).toEqual([])
  // So is what buys no cent: 5.00 NGN are less than one of a dollar.
  const nairas: Money = new Map([
    [1n, { availableMinor: 105_00n, currency: 'ngn' }],
    [2n, { availableMinor: 0n, currency: 'usd' }],
  ])
  expect(played(nairas, [plans[1] as OrderPlan])).toEqual([])
})

test('what is missing is tried again, and paid once the money came', () => {
  const comes = order({
    ...{ key: 2n, accountId: 2n, to: { accountId: 1n, text: 'y' }, dueOn: '2027-02-01' },
    schedule: { every: 'once', firstOn: '2027-02-01', until: null, times: null },
  })
  // Sunday's order is tried on two bank days more.
  const late = played(of(40_00n, 900_00n), [order({}), comes], '2027-02-10')
  expect(late).toMatchObject([
    { on: '2027-01-31', amountMinor: 0n, missingMinor: 60_00n, paidOn: '2027-02-01' },
    { on: '2027-02-01', accountId: 2n, amountMinor: -100_00n },
    { on: '2027-02-01', accountId: 1n, amountMinor: 100_00n },
    { on: '2027-02-01', accountId: 1n, amountMinor: -100_00n },
  ])
  // A bill gives up after three hours; one that got its money in them tells of no want.
  const never = played(of(40_00n, 900_00n), [bill({ recurring: false }), comes], '2027-02-10')
  expect(never[0]).toMatchObject({ missingMinor: 60_00n })
  expect(never[0]).not.toHaveProperty('paidOn')
  const same = played(of(40_00n, 900_00n), [bill({ dueOn: '2027-02-01' }), comes], '2027-02-10')
  expect(same.map(({ missingMinor }) => missingMinor)).toEqual([undefined, undefined, undefined])
})

test('what can never be paid, and an account that is gone, move nothing', () => {
  expect(played(of(900_00n), [order({ refusedAt: () => true })])).toEqual([])
  expect(played(of(900_00n), [order({ accountId: 7n })])).toEqual([])
})

const amountMinor = fc.bigInt({ min: 1n, max: 300_00n })
const due = fc.integer({ min: 0, max: 40 }).map((days) => dayAfter(today, days))
const orders = fc.record({
  ...{ amountMinor, due, every: fc.constantFrom(...rhythms) },
  accountId: fc.constantFrom(1n, 2n),
  own: fc.boolean(),
})
const bills = fc.record({ amountMinor, due, accountId: fc.constantFrom(1n, 2n) })
const planned = fc
  .tuple(fc.array(orders, { maxLength: 6 }), fc.array(bills, { maxLength: 6 }))
  .map(([some, others]): Plan[] => [
    ...some.map(({ own, every, due, ...one }, at) =>
      order({
        ...{ ...one, key: BigInt(at), dueOn: due },
        schedule: { every, firstOn: due, until: null, times: null },
        to: own ? { accountId: 3n - one.accountId, text: 'y' } : null,
      }),
    ),
    ...others.map(({ due, ...one }, at) =>
      bill({ ...one, key: BigInt(at), dueOn: due, firstOn: due }),
    ),
  ])
const held = fc.bigInt({ min: 0n, max: 5000_00n })

test('whoever spends what is safe to spend still has everything paid', () => {
  let spent = 0
  fc.assert(
    fc.property(planned, held, held, (plans, one, other) => {
      const last = dayAfter(today, 45)
      const before = played(of(one, other), plans, last)
      const own = before.filter(({ accountId }) => accountId === 1n)
      const { safeMinor } = forecast({
        ...{ today, until: last, last, bufferMinor: 0n, heldMinor: 0n, balanceMinor: one },
        ...{ flows: own, usualMinor: [] },
      })
      if (safeMinor > 0n) spent += 1
      const paid = (flows: typeof before) => flows.filter((flow) => flow.amountMinor !== 0n)
      expect(paid(played(of(one - safeMinor, other), plans, last))).toEqual(paid(before))
    }),
    { numRuns: 300 },
  )
  expect(spent).toBeGreaterThan(20)
})

test('no account goes below zero, and a day more changes none before it', () => {
  fc.assert(
    fc.property(planned, held, held, (plans, one, other) => {
      const long = played(of(one, other), plans, dayAfter(today, 60))
      const left = new Map([
        [1n, one],
        [2n, other],
      ])
      for (const { accountId, amountMinor: moved } of long) {
        left.set(accountId, (left.get(accountId) ?? 0n) + moved)
        expect((left.get(accountId) ?? 0n) >= 0n).toBe(true)
      }
      const short = played(of(one, other), plans, dayAfter(today, 20))
      const moving = (flows: typeof long) => flows.filter((flow) => flow.amountMinor !== 0n)
      const first = long.filter(({ on }) => on <= dayAfter(today, 20))
      expect(moving(first)).toEqual(moving(short))
    }),
    { numRuns: 200 },
  )
})
