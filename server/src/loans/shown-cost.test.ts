import {
  dayIn,
  explain,
  type LoanCost,
  loanCost,
  loans,
  monthsAfter,
  rateBpsOf,
  requestLoan,
  toDecimal,
} from '@passbook/contract'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { standingClock, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { approveLoan, repayLoan } from './decide.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const dayMs = 24 * 3_600_000

type Shown = {
  List: { Id: string; Schedule: Month[]; Interest: string }[]
  Terms: Record<string, { RatePercent: string; Months: number }>
}
type Month = { Date: string; Principal: string; Interest: string }

const minor = (decimal: string) => BigInt(decimal.replace('.', ''))

/** What a schedule on the wire comes to, in the words of the offer. */
function booked(schedule: Month[]): LoanCost {
  const sums = schedule
    .map(({ Date: on, Principal, Interest }) => ({ on, sum: minor(Principal) + minor(Interest) }))
    .filter(({ sum }) => sum > 0n)
  const totalMinor = sums.reduce((total, { sum }) => total + sum, 0n)
  return {
    payments: sums.length,
    monthlyMinor: sums[0]?.sum ?? 0n,
    lastMinor: sums.at(-1)?.sum ?? 0n,
    totalMinor,
    interestMinor: schedule.reduce((total, { Interest }) => total + minor(Interest), 0n),
    firstOn: sums[0]?.on ?? '',
  }
}

// shows D73
test('what a loan is said to cost before it is asked for is what is then booked', async () => {
  const ada = await t.customer()
  const fresh = { type: 'current', currency: 'eur', name: 'Euro', now: t.clock.now() }
  const euro = await db.transaction((sql) => openAccount(sql, ada.id, fresh))
  const accounts = { usd: ada.account.publicId, eur: euro.publicId }

  const asked = fc.record({
    currency: fc.constantFrom('usd' as const, 'eur' as const),
    amountMinor: fc.oneof(
      fc.bigInt({ min: 1n, max: 200n }),
      fc.bigInt({ min: 1n, max: 4_600_00n }),
      fc.constantFrom(4_600_00n, 3_000_00n),
    ),
    laterDays: fc.integer({ min: 0, max: 70 }),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ currency, amountMinor, laterDays }) => {
      t.clock.advance(laterDays * dayMs)
      // Asking for a loan takes a fresh session.
      const token = await t.signInAgain(ada)
      const shown = async () => (await t.ask(loans, {}, token)).data as Shown
      const terms = (await shown()).Terms[currency]
      const offered = loanCost({
        principalMinor: amountMinor,
        rateBps: rateBpsOf(terms?.RatePercent ?? '') ?? -1,
        months: terms?.Months ?? 0,
        from: dayIn(t.clock.now(), t.bank.config.bankZone),
      })

      const order = { account: accounts[currency], amount: toDecimal(amountMinor) }
      const { data } = await t.ask(requestLoan, order, token)
      const { Id: id } = data as { Id: string }
      await db.transaction((sql) => approveLoan(t.bank, sql, { id }))
      const [loan] = (await shown()).List
      expect(loan?.Id).toBe(id)
      expect(booked(loan?.Schedule ?? [])).toEqual(offered)
      expect(minor(loan?.Interest ?? '')).toBe(offered?.interestMinor)
      await db.transaction((sql) => repayLoan(t.bank, sql, { id, amountMinor }))
    }),
    { numRuns: 12 },
  )
  expect(await t.findings()).toEqual([])
})

test.each([
  ['Pacific/Kiritimati', '2027-03-11'],
  ['Pacific/Pago_Pago', '2027-03-09'],
])('the plan of a loan that was asked for begins on the day it is in %s', async (zone, day) => {
  const clock = standingClock(new Date('2027-03-10T10:30:00Z'))
  const far = await testBank(db, { config: { bankZone: zone }, clock })
  const ada = await far.customer()
  const order = { account: ada.account.publicId, amount: '1000.00' }
  const { data } = await far.ask(requestLoan, order, ada.token)
  const { Id: loan } = data as { Id: string }
  const { data: told } = await far.ask(explain, { figure: 'interest', loan }, ada.token)
  const { List } = told as { List: { On: string }[] }
  expect(List[0]?.On).toBe(monthsAfter(day, 1))
  await far.stop()
})
