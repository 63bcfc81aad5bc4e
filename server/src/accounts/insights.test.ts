import { accountOverview, balanceDays, dayIn, spending } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { openAccount } from './accounts.ts'

const db = await testDb()
// Far from UTC, so that a day taken in the wrong zone shows.
const bank = await testBank(db, { config: { bankZone: 'Pacific/Kiritimati' } })
afterAll(() => bank.stop())

const dayMs = 86_400_000
type Line = NonNullable<Parameters<typeof ledger.move>[1]['fromLine']>

const pay = async (who: TestCustomer, amountMinor: bigint, line: Partial<Line> = {}) =>
  ledger.move(db.sql, {
    ...momentOf(bank.bank),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cards', who.account.currency, 0n),
    amountMinor,
    fromLine: { purpose: 'others', name: 'Shop', ...line },
  })

const days = async (who: TestCustomer) => {
  const { data } = await bank.ask(balanceDays, {}, await bank.signInAgain(who))
  return data as { From: string; To: string; List: { AccountId: string; Balances: string[] }[] }
}
const spent = async (who: TestCustomer, dates: Record<string, string> = {}) => {
  const fields = { accountId: who.account.publicId, ...dates }
  const token = await bank.signInAgain(who)
  return answerOf(await bank.send(spending, fields, { token }))
}
const today = () => momentOf(bank.bank).day
const goTo = (moment: string) =>
  bank.clock.advance(new Date(moment).getTime() - bank.clock.now().getTime())

// shows D154
test('balances of the last thirty days carry over days without a movement', async () => {
  goTo('2031-03-01T12:00:00Z')
  const ada = await bank.customer({ balance: '500.00' })
  bank.clock.advance(20 * dayMs)
  await pay(ada, 100_00n)
  bank.clock.advance(10 * dayMs)
  await pay(ada, 50n)
  await pay(ada, 1_00n)
  const { From, To, List } = await days(ada)
  expect(To).toBe(today())
  expect(From).toBe(dayIn(new Date(bank.clock.now().getTime() - 29 * dayMs), 'Pacific/Kiritimati'))
  // The first day is the one after the money came, which is out of sight.
  expect(List).toEqual([
    {
      AccountId: ada.account.publicId,
      Balances: [...Array(19).fill('500.00'), ...Array(10).fill('400.00'), '398.50'],
    },
  ])
})

test('balances are of every open account of the customer and of nobody else', async () => {
  const ada = await bank.customer({ balance: '5.00' })
  await bank.customer({ balance: '7.00' })
  const pot = await db.transaction((sql) =>
    openAccount(sql, ada.id, {
      type: 'savings',
      currency: 'eur',
      name: 'Pot',
      now: bank.clock.now(),
    }),
  )
  const { List } = await days(ada)
  expect(
    List.map(({ AccountId, Balances }) => [AccountId, Balances.length, Balances.at(-1)]),
  ).toEqual([
    [ada.account.publicId, 30, '5.00'],
    [pot.publicId, 30, '0.00'],
  ])
  expect((await bank.send(balanceDays, {})).statusCode).toBe(401)
})

test('what waits counts once it is completed, on the day of its line', async () => {
  const ada = await bank.customer({ balance: '100.00' })
  const { lines } = await ledger.pend(db.sql, {
    ...momentOf(bank.bank),
    accountId: ada.account.id,
    type: 'debit',
    amountMinor: 40_00n,
    line: { purpose: 'transfer', name: 'Bob' },
  })
  bank.clock.advance(2 * dayMs)
  expect((await days(ada)).List[0]?.Balances.slice(-3)).toEqual(['100.00', '100.00', '100.00'])
  await ledger.settle(db.sql, {
    ...momentOf(bank.bank),
    transactionId: lines[0]?.id ?? '',
    kind: 'test',
    counter: await internalAccount(db.sql, 'clearing', 'usd', 0n),
  })
  expect((await days(ada)).List[0]?.Balances.slice(-3)).toEqual(['60.00', '60.00', '60.00'])
})

// shows D154
test('spending names the five that most was paid to this month, and all that was spent', async () => {
  goTo('2032-06-20T12:00:00Z')
  const ada = await bank.customer({ balance: '1000.00' })
  await pay(ada, 900_00n / 100n, { name: 'Last month' })
  goTo('2032-07-05T12:00:00Z')
  for (const [name, amountMinor] of [
    ['Books', 24_43n],
    ['Rent', 500_00n],
    ['Tea', 1_00n],
    ['Tram', 7_24n],
    ['Tram', 7_24n],
    ['Gym', 30_00n],
    ['Salt', 10n],
  ] as const)
    await pay(ada, amountMinor, { name })
  await pay(ada, 60_00n, { name: 'Rainy day', ownAccount: true })
  const answer = await spent(ada)
  expect(answer.data).toEqual({
    From: '2032-07-01',
    To: today(),
    Total: '570.01',
    List: [
      { Name: 'Rent', Amount: '500.00', Count: 1 },
      { Name: 'Gym', Amount: '30.00', Count: 1 },
      { Name: 'Books', Amount: '24.43', Count: 1 },
      { Name: 'Tram', Amount: '14.48', Count: 2 },
      { Name: 'Tea', Amount: '1.00', Count: 1 },
    ],
    Categories: [
      { Category: 'home', Amount: '500.00', Count: 1 },
      { Category: 'leisure', Amount: '54.43', Count: 2 },
      { Category: 'transport', Amount: '14.48', Count: 2 },
      { Category: 'other', Amount: '1.10', Count: 2 },
    ],
  })
  const june = { start_date: '2032-06-01', end_date: '2032-06-30' }
  expect((await spent(ada, june)).data).toMatchObject({
    Total: '9.00',
    List: [{ Name: 'Last month', Amount: '9.00' }],
  })
  const never = { start_date: '2001-01-01', end_date: '2001-12-31' }
  expect((await spent(ada, never)).data).toMatchObject({ Total: '0.00', List: [] })
  expect(await spent(ada, { start_date: '2032-07-02', end_date: '2032-07-01' })).toEqual(
    refusedWith('invalid', { message: 'Start date is after end date' }),
  )
})

test('of a month with very many lines the newest are looked at, and the total stays whole', async () => {
  const ada = await bank.customer({ balance: '1000.00' })
  await pay(ada, 1_00n, { name: 'Too old' })
  // As if it had ten thousand more: line numbers have no gaps, and the range ends with the last.
  await db.sql`
    update ledger_days set lines = lines + 10000 where account_id = ${ada.account.id}`
  expect((await spent(ada)).data).toMatchObject({
    Total: '1.00',
    List: [],
    Categories: [{ Category: 'other', Amount: '1.00', Count: 0 }],
  })
  await db.sql`
    update ledger_days set lines = lines - 10000 where account_id = ${ada.account.id}`
  expect((await spent(ada)).data).toMatchObject({ Total: '1.00', List: [{ Name: 'Too old' }] })
})

test('the totals tell what of the income was lent, in its days and once it is paid out', async () => {
  goTo('2033-02-10T12:00:00Z')
  const ada = await bank.customer({ balance: '10.00' })
  const look = async (dates: Record<string, string> = {}) => {
    const fields = { accountId: ada.account.publicId, ...dates }
    const token = await bank.signInAgain(ada)
    return answerOf(await bank.send(accountOverview, fields, { token })).data
  }
  const order = { account: ada.account.publicId, amount: 300_00n }
  const id = await askForLoan(bank.bank, ada.id, order)
  expect(await look()).toEqual({ income: '10.00', expenses: '0.00', currentMonthSpend: '0.00' })
  await db.transaction((sql) => approveLoan(bank.bank, sql, { id }))
  const lent = { income: '310.00', borrowed: '300.00' }
  expect(await look()).toMatchObject(lent)
  expect(await look({ start_date: '2033-02-01', end_date: '2033-02-28' })).toMatchObject(lent)
  const before = await look({ start_date: '2033-01-01', end_date: '2033-01-31' })
  expect(before).not.toHaveProperty('borrowed')
})
