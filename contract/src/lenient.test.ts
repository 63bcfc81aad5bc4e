import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountOverview,
  beneficiaries,
  billerList,
  confirm2fa,
  encodeJson,
  initUser,
  login,
  savedBills,
  transactionReceipt,
  transactions,
} from './index.ts'
import { read } from './lenient.ts'

const usd = { Name: 'US Dollar', Symbol: '&#36;', Code: 'usd', Value: '1' }
const account = {
  Id: '7',
  Number: '1000000007',
  Name: 'Ada Okafor',
  Type: 'savings',
  CurrentBalance: '12.50',
  AvailableBalance: '10.00',
  Currency: usd,
}
const transaction = {
  Id: 'abc',
  Created: '2024-03-05T02:30:00.000Z',
  User: 'ada',
  Account: { Name: 'Ada Okafor', Number: '1000000007', Currency: { Code: 'usd' } },
  Status: true,
  Completed: true,
  Amount: '5.00',
  Type: 'debit',
  Reference: 'ref',
  Description: 'Rent',
  Name: 'Bob Stone',
  Accountnumber: '1000000008',
  Same: true,
  State: 'completed',
  Purpose: 'transfer',
}
const card = {
  Balance: '3.00',
  Number: '4242',
  Expiry: { Month: '04', Year: '2027' },
  Cv2: '123',
}
const user = {
  Accounts: [account],
  Name: 'Ada',
  Surname: 'Okafor',
  Status: true,
  Dob: { day: 5, month: 3, year: 1990 },
  Verification: 'verified',
  Mode: 'live',
  UseOtp: false,
}
const page = { List: [transaction, { ...transaction, Id: 'def' }], Meta: { PageSize: 3 } }
const first = {
  user,
  currency: usd,
  unReadNotifications: 2,
  hasNewNotification: true,
  allowCrypto: true,
  imageUrl: '/pictures/',
  currentMonthSpend: '1.00',
  income: '2.00',
  expenses: '3.00',
  cards: [card],
  accounts: [{ account, transactions: [transaction], income: '2.00', expenses: '3.00' }],
}
const recipient = { Id: '1', Type: 'local transfer', AccountName: 'Bob', AccountNumber: '12345678' }
const bill = { Name: 'Netflix Inc', Date: '2024-03-05', Type: 'recurring', Amount: '9.99' }

function reading<Schema extends Parameters<typeof read>[0]>(schema: Schema, sent: unknown) {
  const told = read(schema, sent)
  if (!told.ok) throw new Error('unreadable')
  return told.value
}
const accountFrom = (change: object) =>
  reading(initUser.response, {
    user: { ...user, Accounts: [{ ...account, ...change }, account] },
  }).user.Accounts?.[0]
const lineFrom = (change: object) =>
  reading(transactionReceipt.response, { ...transaction, ...change })

// shows §3.5 D134
describe('an account', () => {
  test.each([
    [{ Type: undefined }, { Type: 'none' }],
    [{ Type: null }, { Type: 'none' }],
    [
      { Id: 7, Number: 1_000_000_007 },
      { Id: '7', Number: '1000000007' },
    ],
    [{ CurrentBalance: 12.5, AvailableBalance: '1,010' }, { AvailableBalance: 101_000n }],
    [{ AvailableBalance: null }, { AvailableBalance: 1250n }],
    [{ AvailableBalance: null, CurrentBalance: undefined }, { CurrentBalance: 0n }],
    [{ Currency: { Symbol: '&euro;', Code: 'eur' } }, { Currency: { Name: '', Code: 'eur' } }],
    [{ Currency: { Code: 'EUR' } }, { Currency: { Symbol: '&euro;', Code: 'EUR' } }],
    [{ Currency: { Code: 'xyz' } }, { Currency: { Symbol: 'XYZ&nbsp;' } }],
    [{ Currency: null }, { Currency: { Symbol: '', Code: '' } }],
  ])('with %j is shown', (change, shown) => {
    expect(accountFrom(change)).toMatchObject(shown)
  })

  // shows D161
  test.each([
    { Id: null },
    { CurrentBalance: 'much' },
    { AvailableBalance: {} },
    { Currency: [1] },
  ])(
    'with %j makes the first load unreadable: what the customer has would be told wrong',
    (change) => {
      const Accounts = [{ ...account, ...change }, account]
      expect(read(initUser.response, { user: { ...user, Accounts } }).ok).toBe(false)
    },
  )
})

// shows §3.9 §3.10 D96 D134
describe('a transaction', () => {
  test.each([
    [
      { State: null, Completed: 1 },
      { State: 'completed', Completed: true },
    ],
    [{ State: undefined, Completed: 'true' }, { State: 'completed' }],
    [{ State: undefined, Completed: false }, { State: 'pending' }],
    [{ State: undefined, Completed: undefined }, { State: 'pending' }],
    [
      { Id: 9, Amount: 5 },
      { Id: '9', Amount: 500n },
    ],
    [{ Id: null }, { Id: 'ref' }],
    [{ Created: { Day: 5, MONTH: '3', year: 2024 } }, { Created: new Date('2024-03-05') }],
    [{ Created: '1709605800' }, { Created: new Date('2024-03-05T02:30:00Z') }],
    [
      { Same: '0', Status: 'off' },
      { Same: false, Status: false },
    ],
  ])('with %j is shown', (change, shown) => {
    expect(lineFrom(change)).toMatchObject(shown)
  })

  test.each([{ User: { Name: 'Ada' } }, { Same: null }, { Status: null }, { Account: null }])(
    'with %j is shown without it',
    (change) => {
      const [name = ''] = Object.keys(change)
      expect(lineFrom(change)).not.toHaveProperty(name)
      expect(lineFrom(change)).toMatchObject({ Id: 'abc', Name: 'Bob Stone' })
    },
  )

  // shows D161
  test.each([
    'x',
    { Amount: 'much' },
    { Created: 'soon' },
    { Created: '05/03/2024' },
    { Type: null },
  ])('with %j makes its list unreadable, for a list without it would be false', (change) => {
    const row = typeof change === 'string' ? change : { ...transaction, ...change }
    const List = [transaction, row]
    expect(read(transactions.response, { List, Meta: { PageSize: 1 } }).ok).toBe(false)
  })

  // shows D161
  test('may have its type and state in any letter case', () => {
    const change = { Type: 'Debit', State: 'COMPLETED', Purpose: 'Transfer' }
    expect(transactionReceipt.response.parse({ ...transaction, ...change })).toMatchObject({
      Type: 'debit',
      State: 'completed',
      Purpose: 'transfer',
    })
  })

  test('with a negative amount went out', () => {
    for (const Type of ['debit', 'Credit', undefined]) {
      expect(lineFrom({ Type, Amount: -31.5 })).toMatchObject({ Type: 'debit', Amount: 3150n })
    }
    expect(read(transactionReceipt.response, { ...transaction, Type: 'loan', Amount: -1 }).ok).toBe(
      false,
    )
  })
})

// shows D161
test('lists of numbered rows, and pages of a list, are lists', () => {
  const numbered = { 0: transaction, 1: { ...transaction, Id: 'def' } }
  const { List } = reading(transactions.response, { List: numbered, Meta: { PageSize: 1 } })
  expect(List.map(({ Id }) => Id)).toEqual(['abc', 'def'])
  const page = { List: [recipient], Meta: { PageSize: 1 } }
  expect(reading(beneficiaries.response, page)).toEqual([recipient])
  expect(read(beneficiaries.response, { rows: [recipient] }).ok).toBe(false)
})

// shows D161
test('names are read in any spelling', () => {
  const spelled = (spell: (name: string) => string) =>
    reading(initUser.response, respelled(first, spell))
  const exact = spelled((name) => name)
  const snake = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
  expect(spelled(snake)).toEqual(exact)
  expect(spelled((name) => name.charAt(0).toLowerCase() + name.slice(1))).toEqual(exact)
  expect(spelled((name) => name.toUpperCase())).toEqual(exact)
  expect(exact.user.Accounts).toHaveLength(1)
})

// shows D161
test('what databases wrap a value in is taken off', () => {
  const at = new Date('2024-03-05T02:30:00Z')
  for (const Created of [
    { $date: '2024-03-05T02:30:00Z' },
    { $date: { $numberLong: '1709605800000' } },
    { Time: '2024-03-05T02:30:00Z', Valid: true },
  ]) {
    expect(lineFrom({ Created })).toMatchObject({ Created: at })
  }
  const { Id: $oid, Reference: _, ...line } = transaction
  const wrapped = { ...line, _id: { $oid }, Amount: { $numberDecimal: '5.00' } }
  expect(reading(transactionReceipt.response, wrapped)).toMatchObject({ Id: 'abc', Amount: 500n })
  const none = { Name: { String: '', Valid: false }, Description: { String: 'Rent', Valid: true } }
  expect(lineFrom(none)).toMatchObject({ Description: 'Rent' })
})

// shows D134
test('an amount may have its currency beside it', () => {
  for (const Amount of ['$5.00', '5.00 USD', 'USD 5.00', ' € 5']) {
    expect(lineFrom({ Amount })).toMatchObject({ Amount: 500n })
  }
  expect(read(transactionReceipt.response, { ...transaction, Amount: '(5.00)' }).ok).toBe(false)
})

// shows D134
test('lists that are null are empty, and a page count may be text', () => {
  const empty = reading(transactions.response, { List: null, Meta: { PageSize: '3' } })
  expect(empty).toEqual({ List: [], Meta: { PageSize: 3 } })
  expect(reading(transactions.response, { List: [], Meta: null }).Meta.PageSize).toBe(1)
  expect(reading(beneficiaries.response, null)).toEqual([])
  expect(reading(billerList.response, null)).toEqual([])
})

// shows D134
test('the first load stands without what it lacks', () => {
  const told = reading(initUser.response, {
    ...first,
    user: {
      ...user,
      Accounts: null,
      Verification: true,
      Mode: 1,
      UseOtp: 1,
      CryptoPayment: 'false',
      Dob: { Day: 5, Month: '3', Year: 1990, MonthName: 'March' },
    },
    cards: null,
    allowCrypto: null,
    unReadNotifications: null,
    hasNewNotification: 0,
  })
  expect(told.user).toMatchObject({ Verification: 'true', Mode: '1', UseOtp: true })
  expect(told.user.CryptoPayment).toBe(false)
  expect(told.user.Dob).toEqual({ day: 5, month: 3, year: 1990, monthName: 'March' })
  // The accounts may stand in either place: a null in one must not hide the other.
  expect(told.user.Accounts.map(({ Id }) => Id)).toEqual(['7'])
  expect(told.hasNewNotification).toBe(false)
  expect(told.cards).toEqual([])
  for (const name of ['allowCrypto', 'unReadNotifications']) {
    expect(told).not.toHaveProperty(name)
  }
})

// shows D134
test('cards have numbers, a token may have no name', () => {
  const { cards } = reading(initUser.response, {
    user,
    cards: [
      { ...card, Number: 4242, Cv2: 123, Expiry: { Month: 4, Year: 27 } },
      { balance: '1', number: '1', cv2: null, expiry: null },
    ],
  })
  expect(cards?.[0]).toMatchObject({ Number: '4242', Cv2: '123' })
  expect(cards?.[1]).toEqual({
    Balance: 100n,
    Number: '1',
    Cv2: '',
    Expiry: { Month: '', Year: '' },
  })
  expect(reading(confirm2fa.response, 'secret')).toEqual({ token: 'secret' })
  expect(reading(login.response, { Token: 'secret' })).toEqual({ token: 'secret' })
})

// shows D161
test('cards that cannot be read are told apart from none', () => {
  for (const cards of ['x', [{ ...card, Balance: 'much' }], [{ Expiry: null }], [card, { a: 1 }]]) {
    expect(reading(initUser.response, { user, cards })).not.toHaveProperty('cards')
  }
  for (const cards of [null, undefined, []]) {
    expect(reading(initUser.response, { user, cards }).cards).toEqual([])
  }
})

test('what is written is checked by the schema alone', () => {
  const { Type: _, ...incomplete } = reading(initUser.response, first).user.Accounts?.[0] ?? {}
  const write = (row: unknown) =>
    encodeJson(initUser.response, { user: { Accounts: [row as never] } })
  expect(() => write(incomplete)).toThrow()
  expect(() => write({ ...incomplete, Type: null })).toThrow()
  expect(encodeJson(initUser.response, reading(initUser.response, first))).toBe(
    JSON.stringify({ ...first, user: inOrder(user) }),
  )
})

/** A customer's fields in the order in which they are written. */
function inOrder({
  Accounts,
  Name,
  Surname,
  Status,
  Dob,
  Verification,
  Mode,
  UseOtp,
}: typeof user) {
  return { Accounts, Name, Surname, Status, Dob, Verification, UseOtp, Mode }
}

/** With other names for all of its fields. */
function respelled(value: Json, spell: (name: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((row) => respelled(row, spell))
  const fields = Object.entries(value).map(([name, one]) => [spell(name), respelled(one, spell)])
  return Object.fromEntries(fields)
}

type Json = unknown
type Path = (string | number)[]

/** Every place in a reply, the reply itself aside. */
function placesIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const inside = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length > 0 ? [path, ...inside] : inside
}

const left = Symbol('left out')

function changed(value: Json, [at, ...rest]: Path, to: unknown): Json {
  const copy = structuredClone(value) as Record<string, Json>
  const key = String(at)
  if (rest.length > 0) copy[key] = changed(copy[key], rest, to)
  else if (to === left) delete copy[key]
  else copy[key] = to
  return Array.isArray(value) ? Object.values(copy) : copy
}

const replies = [
  ['init-user', initUser.response, first],
  ['transactions', transactions.response, page],
  ['beneficiaries', beneficiaries.response, [recipient, recipient]],
  ['biller', savedBills.response, [bill, bill]],
  ['billers', billerList.response, [bill, { Name: 'AT&T Inc' }]],
] as const

const odd = [left, null, true, false, 0, 1, -1.5, 1e300, '', ' ', 'x', '0', [], {}, [null], [[]]]

// shows D134
describe.each(replies)('any one field of %s', (_, schema, reply) => {
  const places = placesIn(reply)
  const exact = reading(schema, reply)

  // shows D134 D161
  test('may be anything or nothing: what is read of the others stays true', () => {
    for (const path of places) for (const value of odd) staysTrue(path, value)
    expect(places.length).toBeGreaterThan(3)
  })

  test('may be any JSON', () => {
    fc.assert(fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), staysTrue), {
      numRuns: 500,
    })
  })

  /** No amount is made up and no row is lost: rather nothing is read. */
  function staysTrue(path: Path, value: unknown) {
    const told = read(schema, changed(reply, path, value))
    if (!told.ok) return
    const means = value === left || value === null ? 0n : amountIn(value)
    // A line with a negative amount has the same without its sign, and went out.
    const meant = [...amountsIn(exact), means, means && -means]
    for (const amount of amountsIn(told.value)) expect(meant).toContain(amount)
    // What is nothing by itself may stand for an empty list, or for no row.
    if (
      value !== left &&
      Object.values(value ?? {})
        .flat()
        .some((one) => one !== null)
    ) {
      expect(shorterIn(told.value, exact)).toEqual([])
    }
  }
})

function amountIn(value: unknown): bigint | undefined {
  const told = read(accountOverview.response, { income: value })
  return told.ok ? told.value.income : undefined
}

function amountsIn(value: unknown): bigint[] {
  if (typeof value === 'bigint') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(amountsIn) : []
}

/** The lists that have fewer rows than another reply has in the same place. */
function shorterIn(told: unknown, whole: unknown): unknown[] {
  if (typeof told !== 'object' || told === null || told instanceof Date) return []
  if (Array.isArray(told) && told.length < (whole as unknown[]).length) return [told]
  const all = whole as Record<string, unknown>
  return Object.entries(told).flatMap(([key, one]) => shorterIn(one, all[key]))
}

// shows D134
test('a receipt is read or refused, and never throws, whatever one field of it is', () => {
  const needed = new Set(['Id', 'Created', 'Amount', 'Type'])
  for (const path of placesIn(transaction)) {
    for (const value of odd) {
      const told = read(transactionReceipt.response, changed(transaction, path, value))
      if (!needed.has(String(path[0]))) expect(told.ok).toBe(true)
    }
  }
})
