import {
  accountOverview,
  type CurrencyCode,
  dayIn,
  explain,
  explainFile,
  figureNames,
  forecast,
  initUser,
  insights,
  loans,
  pots,
  type Question,
  spending,
} from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { explainDeep, explainWhole, minorOf } from '#testing/explaining.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { figures } from './figures.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

type Entry = {
  account: {
    Id: string
    CurrentBalance: string
    AvailableBalance: string
    Currency: { Code: string }
  }
  income: string
  expenses: string
}
type Visitor = {
  token: string
  accounts: Entry[]
  cards: { Id: string; Balance: string }[]
}
const visitors: Visitor[] = []

beforeAll(async () => {
  await seedDemo(bank.bank)
  const people = await db.sql<{ id: bigint }>`select id from customers order by id`
  for (const person of people) {
    const token = await bank.signInAgain(person)
    const { data } = await bank.ask(initUser, {}, token)
    visitors.push({ ...(data as Visitor), token })
  }
})

const today = () => dayIn(bank.clock.now(), bank.bank.config.bankZone)
const dayBefore = (days: number) =>
  dayIn(new Date(bank.clock.now().getTime() - days * 86_400_000), bank.bank.config.bankZone)

/** The periods that the screens offer, and some that begin and end in the middle of months. */
const periods = () => [
  [today(), today()],
  [dayBefore(6), today()],
  [`${today().slice(0, 8)}01`, today()],
  [dayBefore(29), today()],
  [dayBefore(89), today()],
  [dayBefore(200), dayBefore(45)],
  ['2000-01-01', '2090-12-31'],
]

/** Every account of every demo customer with the token of its owner. */
const accounts = () =>
  visitors.flatMap(({ token, accounts }) => accounts.map((entry) => ({ token, entry })))

const told = async (token: string, question: Question) =>
  (await explainWhole(bank, token, question)).Total

test('every figure of the table is asked for here', () => {
  const asked = [
    ...['balance', 'available', 'income', 'expenses', 'net', 'spent', 'borrowed', 'line'],
    ...['total', 'card', 'pot', 'pots', 'category', 'spending', 'came', 'usual'],
    ...['safe', 'lowest', 'point', 'owed', 'principal', 'interest', 'due'],
  ]
  expect(Object.keys(figures).sort()).toEqual([...asked].sort())
  expect([...figureNames].sort()).toEqual([...asked].sort())
})

test('the figures of the first load add up, of every account of every demo customer', async () => {
  expect(accounts().length).toBe(6)
  for (const { token, entry } of accounts()) {
    const account = entry.account.Id
    const overview = await bank.ask(accountOverview, { accountId: account }, token)
    expect({
      balance: await told(token, { figure: 'balance', account }),
      available: await told(token, { figure: 'available', account }),
      income: await told(token, { figure: 'income', account }),
      expenses: await told(token, { figure: 'expenses', account }),
      spent: await told(token, { figure: 'spent', account }),
    }).toEqual({
      balance: entry.account.CurrentBalance,
      available: entry.account.AvailableBalance,
      income: entry.income,
      expenses: entry.expenses,
      spent: (overview.data as { currentMonthSpend: string }).currentMonthSpend,
    })
  }
})

test('the figures of every period add up', async () => {
  for (const { token, entry } of accounts()) {
    const account = entry.account.Id
    for (const [start_date = '', end_date = ''] of periods()) {
      const dates = { start_date, end_date }
      const overview = await bank.ask(accountOverview, { accountId: account, ...dates }, token)
      const spent = await bank.ask(spending, { accountId: account, ...dates }, token)
      const { income, expenses, borrowed = '0.00' } = overview.data as Entry & { borrowed?: string }
      expect({
        income: await told(token, { figure: 'income', account, ...dates }),
        expenses: await told(token, { figure: 'expenses', account, ...dates }),
        net: minorOf(await told(token, { figure: 'net', account, ...dates })),
        borrowed: await told(token, { figure: 'borrowed', account, ...dates }),
        spent: await told(token, { figure: 'spent', account, ...dates }),
      }).toEqual({
        income,
        expenses,
        borrowed,
        net: minorOf(income) - minorOf(expenses),
        spent: (spent.data as { Total: string }).Total,
      })
    }
  }
})

type Lent = {
  Id: string
  State: string
  Outstanding: string
  Principal: string
  Interest: string
  NextDue: { Amount: string } | null
  Payments: unknown[]
}

test('the figures of every loan add up', async () => {
  const states = new Set<string>()
  let borrowed = 0
  for (const { token } of visitors) {
    const { data } = await bank.ask(loans, {}, token)
    for (const lent of (data as { List: Lent[] }).List) {
      states.add(lent.State)
      const loan = lent.Id
      expect({
        owed: (await explainDeep(bank, token, { figure: 'owed', loan })).whole.Total,
        principal: (await explainDeep(bank, token, { figure: 'principal', loan })).whole.Total,
        interest: await told(token, { figure: 'interest', loan }),
        due: await told(token, { figure: 'due', loan }),
      }).toEqual({
        owed: lent.Outstanding,
        principal: lent.Principal,
        interest: lent.Interest,
        due: lent.NextDue?.Amount ?? '0.00',
      })
      borrowed += 1
    }
  }
  expect(borrowed).toBeGreaterThan(1)
  expect([...states].sort()).toEqual(expect.arrayContaining(['active', 'declined', 'requested']))
})

test('what the accounts of a currency hold together, and what cards show, adds up', async () => {
  for (const { token, accounts, cards } of visitors) {
    const byCode = Map.groupBy(accounts, ({ account }) => account.Currency.Code)
    for (const [currency, held] of byCode) {
      const sum = held.reduce((sum, { account }) => sum + minorOf(account.CurrentBalance), 0n)
      expect(minorOf(await told(token, { figure: 'total', currency }))).toBe(sum)
    }
    expect(cards.length).toBeGreaterThan(0)
    for (const { Id, Balance } of cards) {
      expect(await told(token, { figure: 'card', card: Id })).toBe(Balance)
    }
  }
})

/** The rows of a file, without its head: their cells. None of the demo's texts has a comma in it. */
async function fileOf(token: string, question: Question): Promise<string[][]> {
  const reply = await bank.send(explainFile, { ...question, format: 'csv' }, { token })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = reply.body.trimEnd().split('\r\n')
  expect(head).toBe('\ufeffDate,Kind,Text,Amount,Sum so far,Reference,Currency')
  return rows.map((row) => row.split(','))
}

test('the file of every figure has all its lines and ends with what the screen says', async () => {
  for (const { token, entry } of accounts()) {
    const account = entry.account.Id
    const [start_date = '', end_date = ''] = periods()[5] ?? []
    const questions: Question[] = [
      ...['balance', 'available', 'income', 'expenses', 'net', 'spent', 'borrowed'].map(
        (figure) => ({ figure, account }),
      ),
      ...['income', 'expenses', 'net', 'spent'].map((figure) => ({
        ...{ figure, account, start_date, end_date },
      })),
    ]
    for (const question of questions) {
      const rows = await fileOf(token, question)
      const last = rows.pop() ?? []
      expect(last[4]).toBe(await told(token, question))
      const sum = rows.reduce((sum, row) => sum + minorOf(row[3] ?? ''), 0n)
      expect(sum).toBe(minorOf(last[4] ?? ''))
    }
  }
})

type Month = {
  Categories: { Category: string; Amount: string }[]
  Spent: string
  Income: string
  AverageSpent: string
}

test('what was spent on something adds up, in every currency and the months before', async () => {
  let months = 0
  for (const { token } of visitors) {
    const first = await bank.ask(insights, {}, token)
    const { Currencies } = first.data as { Currencies: CurrencyCode[] }
    for (const currency of Currencies) {
      for (const day of [today(), dayBefore(40), dayBefore(300)]) {
        const month = day.slice(0, 7)
        const asked = await bank.ask(insights, { month, currency }, token)
        const { Categories, Spent, Income, AverageSpent } = asked.data as Month
        const end = dayIn(
          new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)),
          'UTC',
        )
        const dates = { start_date: `${month}-01`, end_date: end }
        for (const [figure, shown] of Object.entries({
          ...{ spending: Spent, came: Income, usual: AverageSpent },
        })) {
          const question = { figure, currency, ...dates }
          expect([figure, await told(token, question)]).toEqual([figure, shown])
          const last = (await fileOf(token, question)).at(-1) ?? []
          expect([figure, last[4]]).toEqual([figure, shown])
        }
        for (const { Category: category, Amount } of Categories) {
          const question = { figure: 'category', category, currency, ...dates }
          expect([category, await told(token, question)]).toEqual([category, Amount])
          months += 1
        }
      }
    }
  }
  expect(months).toBeGreaterThan(20)
})

type Foretold = {
  safeToSpend: string
  lowest: { amount: string }
  days: { on: string; scheduled: string }[]
}

test('what is foretold adds up, on every day', { timeout: 120_000 }, async () => {
  for (const { token, entry } of accounts()) {
    const account = entry.account.Id
    const { data } = await bank.ask(forecast, { accountId: account, days: '45' }, token)
    const { safeToSpend, lowest, days } = data as Foretold
    expect(await told(token, { figure: 'safe', account })).toBe(safeToSpend)
    expect(await told(token, { figure: 'lowest', account })).toBe(lowest.amount)
    for (const { on, scheduled } of days) {
      const dates = { start_date: on, end_date: on }
      expect(await told(token, { figure: 'point', account, ...dates })).toBe(scheduled)
    }
  }
})

test('a part of a month is that part, and days beyond the calendar are no fault of the bank', async () => {
  const [first] = visitors
  if (!first) throw new Error('there is a demo customer')
  const whole = { currency: 'usd', start_date: dayBefore(40), end_date: dayBefore(11) }
  for (const figure of ['spending', 'came'] as const) {
    const halves = [
      { ...whole, end_date: dayBefore(26) },
      { ...whole, start_date: dayBefore(25) },
    ]
    let sum = 0n
    for (const half of halves) sum += minorOf(await told(first.token, { figure, ...half }))
    expect(sum).toBeGreaterThan(0n)
    expect(minorOf(await told(first.token, { figure, ...whole }))).toBe(sum)
  }
  for (const day of ['0001-01-01', '9999-12-31']) {
    const days = { currency: 'usd', start_date: day, end_date: day }
    for (const figure of ['spending', 'came'] as const) {
      expect(await told(first.token, { figure, ...days })).toBe('0.00')
    }
    const reply = await bank.ask(explain, { figure: 'usual', ...days }, first.token)
    expect(reply).toMatchObject({ message: 'Choose a month', field: 'start_date' })
  }
})

test('what is set aside is all of its pots, in each currency', async () => {
  let sums = 0
  for (const { token } of visitors) {
    const { data } = await bank.ask(pots, {}, token)
    const { List } = data as {
      List: { Balance: string; Account: { Currency: { Code: string } } }[]
    }
    for (const currency of ['usd', 'eur', 'gbp']) {
      const own = List.filter(({ Account }) => Account.Currency.Code === currency)
      const sum = own.reduce((sum, { Balance }) => sum + minorOf(Balance), 0n)
      const whole = await explainWhole(bank, token, { figure: 'pots', currency })
      expect(minorOf(whole.Total)).toBe(sum)
      expect(whole.List).toHaveLength(own.length)
      sums += own.length
    }
  }
  expect(sums).toBeGreaterThan(0)
})

test('every part is what it is made of, down to the postings', async () => {
  const [first] = accounts()
  if (!first) throw new Error('there is a demo account')
  const account = first.entry.account.Id
  const { count } = await explainDeep(bank, first.token, { figure: 'available', account })
  const [lines] = await db.sql<{ count: bigint }>`
    select count(*) from transactions t join ledger_accounts l on l.id = t.account_id
    where l.public_id = ${account} and t.state = 'completed'`
  // Each completed line is reached once, and the months and days above them.
  expect(count).toBeGreaterThan(Number(lines?.count) + 12)
})

test('a demo account with money that is reserved says which', async () => {
  const held = accounts().filter(
    ({ entry }) => entry.account.CurrentBalance !== entry.account.AvailableBalance,
  )
  expect(held.length).toBeGreaterThan(0)
  for (const { token, entry } of held) {
    const whole = await explainWhole(bank, token, {
      figure: 'available',
      account: entry.account.Id,
    })
    const reserved = whole.List.filter(({ Kind }) => Kind === 'hold' || Kind === 'pot')
    expect(reserved.length).toBeGreaterThan(0)
  }
})
