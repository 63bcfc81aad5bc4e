import { accountStatement, check, messages } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { answerOf, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())
const { sql } = db

type Dates = { start_date?: string; end_date?: string }

function ask(who: TestCustomer, dates: Dates, accountId = who.account.publicId) {
  return bank.send(accountStatement, { accountId, ...dates }, { token: who.token })
}

async function printed(who: TestCustomer, dates: Dates = {}) {
  const reply = await ask(who, dates)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.json()).toMatchObject({ status: 'success' })
  const read = check(accountStatement.response, reply.json().data)
  if (!read.ok) throw new Error(`${read.field}: ${read.message}`)
  return read.value
}

const at = new Date('2024-03-05T12:00:00Z')

/** A customer with three movements on two days of March 2024. */
async function holder(): Promise<TestCustomer> {
  const ada = await bank.customer()
  const own = ada.account.id
  const cash = await internalAccount(sql, 'cash', 'usd', 0n)
  const moment = { at, kind: 'test' }
  const wages = { name: 'Wages', reference: 'W-1', description: 'February' }
  await ledger.move(sql, {
    ...{ ...moment, day: '2024-03-01', from: cash, to: own, amountMinor: 100_00n },
    toLine: wages,
  })
  await ledger.move(sql, {
    ...{ ...moment, day: '2024-03-03', from: own, to: cash, amountMinor: 30_00n },
    fromLine: { name: 'Rent', accountNumber: '12345678' },
  })
  await ledger.move(sql, {
    ...{ ...moment, day: '2024-03-03', from: cash, to: own, amountMinor: 5_00n },
    toLine: { name: 'Refund' },
  })
  return ada
}

test('a statement has every line, oldest first, with the balance after it', async () => {
  const ada = await holder()
  const statement = await printed(ada)
  expect(statement).toMatchObject({
    Account: { Id: ada.account.publicId, Number: ada.account.number, CurrentBalance: 75_00n },
    From: '2024-03-01',
    Opening: 0n,
    Income: 105_00n,
    Expenses: 30_00n,
    Closing: 75_00n,
  })
  expect(
    statement.List.map(({ Day, Type, Amount, Balance, Name }) => [
      ...[Day, Type, Amount, Balance, Name],
    ]),
  ).toEqual([
    ['2024-03-01', 'credit', 100_00n, 100_00n, 'Wages'],
    ['2024-03-03', 'debit', 30_00n, 70_00n, 'Rent'],
    ['2024-03-03', 'credit', 5_00n, 75_00n, 'Refund'],
  ])
  const [wages, rent] = statement.List
  expect(wages).toMatchObject({ Reference: 'W-1', Description: 'February', State: 'completed' })
  // A line without a reference of its own is called by its id, as everywhere.
  expect(rent).toMatchObject({ Accountnumber: '12345678', Reference: rent?.Id })
})

test('of some days, it opens with what was there before them', async () => {
  const ada = await holder()
  const days = { start_date: '2024-03-02', end_date: '2024-03-31' }
  expect(await printed(ada, days)).toMatchObject({
    ...{ From: '2024-03-02', To: '2024-03-31', Opening: 100_00n, Closing: 75_00n },
    ...{ Income: 5_00n, Expenses: 30_00n, List: [{ Name: 'Rent' }, { Name: 'Refund' }] },
  })
  const before = { start_date: '2020-01-01', end_date: '2020-12-31' }
  expect(await printed(ada, before)).toMatchObject({ Opening: 0n, Closing: 0n, List: [] })
})

test('a line that is pending or failed is there and leaves the balance as it was', async () => {
  const ada = await holder()
  const order = { ...{ at, day: '2024-03-05' }, accountId: ada.account.id, amountMinor: 10_00n }
  await ledger.pend(sql, { ...order, type: 'debit', line: { name: 'Waiting' } })
  await ledger.noteFailed(sql, { ...order, type: 'debit', line: {}, reason: 'no' })
  const { List, Closing, Account } = await printed(ada)
  expect(List.slice(3).map(({ State, Amount, Balance }) => [State, Amount, Balance])).toEqual([
    ['pending', 10_00n, 75_00n],
    ['failed', 10_00n, 75_00n],
  ])
  expect(Closing).toBe(75_00n)
  expect(Account.AvailableBalance).toBe(65_00n)
})

test('a text is on one line and turns nothing around, as in a file', async () => {
  const ada = await bank.customer()
  const order = { ...{ at, day: '2024-03-05' }, accountId: ada.account.id, amountMinor: 10_00n }
  const name = '\u202egnp.exe\nsecond "line" <b>'
  await ledger.pend(sql, { ...order, type: 'credit', line: { name } })
  expect((await printed(ada)).List).toMatchObject([{ Name: 'gnp.exe second "line" <b>' }])
})

test.each([
  [{ start_date: '2024-01-01' }, messages.datesIncomplete],
  [{ start_date: '2024-02-30', end_date: '2024-03-01' }, messages.dateInvalid],
  [{ start_date: '2024-03-02', end_date: '2024-03-01' }, messages.datesReversed],
])('%j: %s', async (dates, message) => {
  const ada = await bank.customer()
  expect(answerOf(await ask(ada, dates))).toMatchObject({ http: 422, status: 'failed', message })
})

test("another's account is answered as if it did not exist", async () => {
  const [ada, bob] = [await holder(), await bank.customer()]
  const replies = [
    await ask(bob, {}, ada.account.publicId),
    await ask(bob, {}, crypto.randomUUID()),
  ]
  for (const reply of replies) {
    expect(answerOf(reply)).toMatchObject({ http: 403, message: messages.accountNotYours })
    expect(reply.body).toBe(replies[0]?.body)
  }
})
