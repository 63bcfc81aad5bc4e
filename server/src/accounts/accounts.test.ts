import {
  type Account,
  accountOverview,
  createAccount,
  initUser,
  isAccountNumber,
  messages,
  type Transaction,
  transactionReceipt,
  transactions,
} from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { newAccountNumber } from './number.ts'

const db = await testDb()
// Far from UTC, so that a day taken in the wrong zone shows.
const bank = await testBank(db, { config: { bankZone: 'Pacific/Kiritimati' } })
afterAll(() => bank.stop())

const dayMs = 86_400_000
type Overview = { income: string; expenses: string; currentMonthSpend: string }
type Page = { List: (Transaction & { Amount: unknown })[]; Meta: Record<string, number> }

/** Money out of an account at the clock's time. */
const pay = async (who: TestCustomer, amountMinor: bigint, ownAccount = false) =>
  ledger.move(db.sql, {
    ...momentOf(bank.bank),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cards', who.account.currency, 0n),
    amountMinor,
    fromLine: { purpose: 'others', name: 'Shop', ownAccount },
  })

/** Puts the clock on a moment; the bank's own never runs backwards, so neither does a test's. */
const goTo = (moment: string) => {
  const ms = new Date(moment).getTime() - bank.clock.now().getTime()
  expect(ms).toBeGreaterThan(0)
  bank.clock.advance(ms)
}

describe('opening an account', () => {
  let ada: TestCustomer
  beforeAll(async () => {
    ada = await bank.customer()
  })
  const open = async (fields: Record<string, string>) =>
    answerOf(await bank.send(createAccount, fields, { token: ada.token }))

  test.each([
    [{}, 'Enter a name for the account', 'accountName'],
    [{ accountName: '   ' }, 'Enter a name for the account', 'accountName'],
    [{ accountName: 'x'.repeat(300) }, messages.tooLong, 'accountName'],
    [{ accountName: 'Pot', currency: 'btc' }, messages.currencyInvalid, 'currency'],
    [{ accountName: 'Pot', currency: 'USD ' }, messages.currencyInvalid, 'currency'],
    [{ accountName: 'Pot', accountType: 'none' }, messages.accountTypeInvalid, 'accountType'],
    [{ accountName: 'Pot', accountType: 'Savings' }, messages.accountTypeInvalid, 'accountType'],
  ])('%j: %s', async (fields, message, field) => {
    expect(await open(fields as Record<string, string>)).toEqual(
      refusedWith('invalid', { message, field }),
    )
  })

  // shows §1.6 §3.4 §7.17
  test('gives an account of the type and the currency, with nothing in it', async () => {
    const name = "Zoë O'Hara’s Savings No. 2"
    const answer = await open({ accountName: name, currency: 'EUR', accountType: 'offshore' })
    expect(answer).toMatchObject({ http: 200, status: 'success' })
    const account = answer.data as Account
    expect(account).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Number: expect.stringMatching(/^\d{10}$/),
      Name: name,
      Type: 'offshore',
      CurrentBalance: '0.00',
      AvailableBalance: '0.00',
      Currency: {
        Name: 'Euro',
        Country: expect.any(String),
        Symbol: '&euro;',
        Country_code: expect.any(String),
        Code: 'eur',
        Value: expect.any(String),
      },
    })
    expect(isAccountNumber(account.Number)).toBe(true)
    const first = await bank.ask(initUser, {}, ada.token)
    expect(JSON.stringify(first.data)).toContain(JSON.stringify(name).slice(1, -1))
  })

  // shows §9.15 D86
  test('is savings in usd where nothing else is said, and ends at ten', async () => {
    const eve = await bank.customer()
    const codes: number[] = []
    for (let count = 0; count < 10; count += 1) {
      const answer = await bank.ask(createAccount, { accountName: `Pot ${count}` }, eve.token)
      codes.push(answer.http)
      if (count === 0) {
        expect(answer.data).toMatchObject({ Type: 'savings', Currency: { Code: 'usd' } })
      }
      if (count === 9) {
        const message = 'You can hold at most 10 accounts'
        expect(answer).toEqual(refusedWith('list_full', { message, data: { max: 10 } }))
      }
    }
    expect(codes).toEqual([...Array(9).fill(200), 422])
  })

  // shows D67
  test('numbers check themselves: no wrong digit is another account', () => {
    for (let count = 0; count < 200; count += 1) {
      const number = newAccountNumber()
      expect(number).toMatch(/^[1-9]\d{9}$/)
      expect(isAccountNumber(number)).toBe(true)
      const at = count % 10
      const digit = (Number(number[at]) + 1 + (count % 9)) % 10
      const typed = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`
      expect(isAccountNumber(typed)).toBe(typed === number)
    }
  })
})

describe('a statement', () => {
  let ada: TestCustomer
  beforeAll(async () => {
    ada = await bank.customer({ balance: '1000.00' })
    for (let count = 1; count <= 22; count += 1) await pay(ada, BigInt(count))
  })
  const page = async (query: Record<string, unknown> = {}) =>
    answerOf(
      await bank.send(
        transactions,
        { accountId: ada.account.publicId, ...query },
        { token: ada.token },
      ),
    )

  // shows §3.19 §7.13 D40
  test('comes in pages of ten, newest first, with the number of pages as PageSize', async () => {
    const seen: unknown[] = []
    for (const number of ['1', '2', '3']) {
      const { List, Meta } = (await page({ page: number })).data as Page
      expect(Meta).toEqual({ PageSize: 3, Total: 23, Page: Number(number), PerPage: 10 })
      seen.push(...List.map(({ Amount }) => Amount))
    }
    const paid = Array.from(
      { length: 22 },
      (_, index) => `0.${String(22 - index).padStart(2, '0')}`,
    )
    expect(seen).toEqual([...paid, '1000.00'])
  })

  test('has no more after its last page', async () => {
    for (const number of ['4', '999999999']) {
      const { List, Meta } = (await page({ page: number })).data as Page
      expect(List).toEqual([])
      expect(Meta).toMatchObject({ PageSize: 3, Total: 23 })
    }
  })

  test.each(['0', '-1', '1.5', 'abc', '1e9', '9223372036854775808', '', ' 1', '１'])(
    'has no page %j',
    async (number) => {
      const answer = await page({ page: number })
      expect(answer).toEqual(
        refusedWith('invalid', { message: messages.pageInvalid, field: 'page' }),
      )
    },
  )

  const broken: [Record<string, string>, string][] = [
    [{ start_date: '2024-03-02', end_date: '2024-03-01' }, 'Start date is after end date'],
    [{ start_date: '2024-02-30', end_date: '2024-03-01' }, messages.dateInvalid],
    [{ start_date: '24-1-1', end_date: '2024-03-01' }, messages.dateInvalid],
    [{ start_date: '2024-01-01;drop', end_date: '2024-03-01' }, messages.dateInvalid],
    [{ start_date: '0000-01-01', end_date: '2024-03-01' }, messages.dateInvalid],
    [{ start_date: '', end_date: '2024-03-01' }, messages.dateInvalid],
    [{ start_date: '2024-03-01' }, messages.datesIncomplete],
    [{ end_date: '2024-03-01' }, messages.datesIncomplete],
  ]
  test.each(broken)('%j: %s', async (dates, message) => {
    // What is between two fields is about neither.
    const at = message === messages.dateInvalid ? { field: 'start_date' } : {}
    const refused = refusedWith('invalid', { message, ...at })
    expect(await page(dates)).toEqual(refused)
    const fields = { accountId: ada.account.publicId, ...dates }
    const overview = await bank.send(accountOverview, fields, { token: ada.token })
    expect(answerOf(overview)).toEqual(refused)
  })

  // shows §7.13 D39
  test('of any range adds up, the days at both ends included', async () => {
    const today = momentOf(bank.bank).day
    const whole = (await page({ start_date: '0001-01-01', end_date: '9999-12-31' })).data as Page
    expect(whole.Meta.Total).toBe(23)
    const only = (await page({ start_date: today, end_date: today })).data as Page
    expect(only.Meta).toEqual({ PageSize: 3, Total: 23, Page: 1, PerPage: 10 })
    const none = (await page({ start_date: '2001-01-01', end_date: '2001-12-31' })).data as Page
    expect(none).toEqual({ List: [], Meta: { PageSize: 0, Total: 0, Page: 1, PerPage: 10 } })
  })

  test('of an account without any is empty', async () => {
    const eve = await bank.customer()
    const answer = await bank.ask(transactions, { accountId: eve.account.publicId }, eve.token)
    expect(answer.data).toEqual({ List: [], Meta: { PageSize: 0, Total: 0, Page: 1, PerPage: 10 } })
  })

  // shows §3.8 D95 D97 D98 D142
  test('shows a line with every field of a transaction', async () => {
    const { List } = (await page({ page: '3' })).data as Page
    expect(List.at(-1)).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      User: ada.username,
      Account: { Name: 'Ada Okafor', Number: ada.account.number, Currency: { Code: 'usd' } },
      Status: true,
      Completed: true,
      Amount: '1000.00',
      Type: 'credit',
      Reference: List.at(-1)?.Id,
      Description: 'Bank deposit',
      Objective: 'transfer',
      Method: 'bank',
      Gateway: 'clearing',
      Name: 'Bank deposit',
      Accountnumber: '',
      Swift: '',
      BankAddress: '',
      RoutingNumber: '',
      Bank: '',
      Same: false,
      State: 'completed',
      Purpose: 'transfer',
    })
  })
})

describe('a receipt', () => {
  const fetch = async (who: TestCustomer, transactionId: string) =>
    answerOf(await bank.send(transactionReceipt, { transactionId }, { token: who.token }))
  const unavailable = refusedWith('not_yours', { message: 'Unable to load the receipt' })

  // shows §7.16 §8.24 D7
  test('is for the owner of the line, and nobody else learns that there is one', async () => {
    const [ada, eve] = [await bank.customer({ balance: '10.00' }), await bank.customer()]
    const [line] = await db.sql<{ id: string }>`
      select id from transactions where account_id = ${ada.account.id}`
    expect(await fetch(ada, line?.id ?? '')).toMatchObject({
      http: 200,
      data: { Id: line?.id, User: ada.username },
    })
    expect(await fetch(eve, line?.id ?? '')).toEqual(unavailable)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '../', "' or 1=1"]) {
      expect(await fetch(ada, id)).toEqual(unavailable)
    }
    expect(await fetch(ada, '')).toEqual(
      refusedWith('invalid', { message: 'Invalid receipt URL', field: 'transactionId' }),
    )
  })
})

// These push the clock by months and thus end every session: they come last.
describe('the overview', () => {
  const look = async (who: TestCustomer, dates: Record<string, string> = {}) => {
    const token = await bank.signInAgain(who)
    const fields = { accountId: who.account.publicId, ...dates }
    const answer = answerOf(await bank.send(accountOverview, fields, { token }))
    expect(answer.http).toBe(200)
    return answer.data as Overview
  }

  // shows §1.7 §7.15 D37
  test("adds up over a month's end in the bank's zone", async () => {
    // Kiritimati is 14 hours ahead: its January ends at 10:00 UTC on the 31st.
    goTo('2031-01-31T09:59:00Z')
    const ada = await bank.customer({ balance: '500.00' })
    await pay(ada, 100_00n)
    await pay(ada, 30_00n, true)
    expect(await look(ada)).toEqual({
      income: '500.00',
      expenses: '130.00',
      currentMonthSpend: '100.00',
    })
    goTo('2031-01-31T10:00:30Z')
    expect((await look(ada)).currentMonthSpend).toBe('0.00')
    await pay(ada, 7_00n)
    expect(await look(ada)).toEqual({
      income: '500.00',
      expenses: '137.00',
      currentMonthSpend: '7.00',
    })
    const january = { start_date: '2031-01-01', end_date: '2031-01-31' }
    expect(await look(ada, january)).toMatchObject({ income: '500.00', expenses: '130.00' })
    const february = { start_date: '2031-02-01', end_date: '2031-02-01' }
    expect(await look(ada, february)).toMatchObject({ income: '0.00', expenses: '7.00' })
  })

  // shows D37
  test('counts what is completed, not what waits or has failed', async () => {
    const ada = await bank.customer({ balance: '100.00' })
    const order = {
      ...momentOf(bank.bank),
      accountId: ada.account.id,
      type: 'debit' as const,
      line: { purpose: 'transfer' as const },
    }
    const { lines } = await ledger.pend(db.sql, { ...order, amountMinor: 40_00n })
    await ledger.pend(db.sql, { ...order, amountMinor: 5_00n })
    expect(await look(ada)).toMatchObject({ expenses: '0.00', currentMonthSpend: '0.00' })
    const transactionId = lines[0]?.id ?? ''
    await ledger.fail(db.sql, { transactionId, reason: 'No', at: bank.clock.now() })
    expect(await look(ada)).toMatchObject({ expenses: '0.00', currentMonthSpend: '0.00' })
    const token = await bank.signInAgain(ada)
    const { data } = await bank.ask(initUser, {}, token)
    expect(data).toMatchObject({
      accounts: [{ account: { CurrentBalance: '100.00', AvailableBalance: '95.00' } }],
    })
  })

  test("keeps last year's spending out of this year's January", async () => {
    const ada = await bank.customer({ balance: '100.00' })
    goTo('2032-12-31T09:59:59Z')
    await pay(ada, 10_00n)
    goTo('2032-12-31T10:00:01Z')
    await pay(ada, 1_00n)
    expect((await look(ada)).currentMonthSpend).toBe('1.00')
    bank.clock.advance(31 * dayMs)
    expect((await look(ada)).currentMonthSpend).toBe('0.00')
    expect(await bank.findings()).toEqual([])
  })
})
