import {
  type Category,
  insights,
  putIntoCategory,
  spending,
  spendingCategories,
  toDecimal,
} from '@passbook/contract'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db, { config: { bankZone: 'Pacific/Kiritimati' } })
afterAll(() => t.stop())

const goTo = (moment: string) =>
  t.clock.advance(new Date(moment).getTime() - t.clock.now().getTime())

type Line = NonNullable<Parameters<typeof ledger.move>[1]['fromLine']>

async function pay(who: TestCustomer, amountMinor: bigint, line: Partial<Line> = {}) {
  const { account } = who
  const posted = await ledger.move(db.sql, {
    ...momentOf(t.bank),
    kind: 'test',
    from: account.id,
    to: await internalAccount(db.sql, 'cards', account.currency, 0n),
    amountMinor,
    fromLine: { purpose: 'others', method: 'card', name: 'Green Market', ...line },
  })
  return posted.lines[0]?.id ?? ''
}

type Shown = {
  Month: string
  First: string
  Income: string
  Spent: string
  AverageSpent: string
  Currencies: string[]
  Categories: {
    Category: string
    Amount: string
    Count: number
    Average: string
    Before: string[]
  }[]
  Payees: { Name: string; Category: string; Amount: string; Average: string }[]
  Months: { Month: string; Income: string; Spent: string }[]
  Partial: boolean
}
async function look(who: TestCustomer, asked: Record<string, string> = {}): Promise<Shown> {
  const reply = await t.send(insights, asked, { token: await t.signInAgain(who) })
  expect(reply.statusCode, reply.body).toBe(200)
  return answerOf(reply).data as Shown
}

test('a month by category and payee, against the months before', async () => {
  goTo('2031-01-20T12:00:00Z')
  const ada = await t.customer({ balance: '5000.00' })
  await pay(ada, 30_00n)
  goTo('2031-02-10T12:00:00Z')
  await pay(ada, 61_00n)
  await pay(ada, 10_00n, { name: 'City Transit' })
  goTo('2031-03-05T12:00:00Z')
  await pay(ada, 20_00n)
  await pay(ada, 5_00n, { name: 'Corner Bakery' })
  await pay(ada, 2_50n)
  const shown = await look(ada)
  expect(shown).toEqual({
    Month: '2031-03',
    Currency: { Code: 'usd' },
    Currencies: ['usd'],
    First: '2031-01',
    Income: '0.00',
    Spent: '27.50',
    AverageSpent: '50.50',
    Categories: [
      {
        Category: 'groceries',
        Amount: '22.50',
        Count: 2,
        Average: '45.50',
        Before: ['30.00', '61.00'],
      },
      {
        Category: 'eating-out',
        Amount: '5.00',
        Count: 1,
        Average: '0.00',
        Before: ['0.00', '0.00'],
      },
      {
        Category: 'transport',
        Amount: '0.00',
        Count: 0,
        Average: '5.00',
        Before: ['0.00', '10.00'],
      },
    ],
    Payees: [
      { Name: 'Green Market', Category: 'groceries', Amount: '22.50', Count: 2, Average: '45.50' },
      { Name: 'Corner Bakery', Category: 'eating-out', Amount: '5.00', Count: 1, Average: '0.00' },
    ],
    Months: [
      { Month: '2031-01', Income: '5000.00', Spent: '30.00' },
      { Month: '2031-02', Income: '0.00', Spent: '71.00' },
      { Month: '2031-03', Income: '0.00', Spent: '27.50' },
    ],
    Partial: false,
  })
  expect(await look(ada, { month: '2031-02' })).toMatchObject({
    Spent: '71.00',
    AverageSpent: '30.00',
  })
  // Nothing came before the first month, and nothing was there before it.
  expect(await look(ada, { month: '2031-01' })).toMatchObject({ AverageSpent: '0.00' })
  expect(await look(ada, { month: '2030-01' })).toMatchObject({ Spent: '0.00', Months: [{}] })
})

test('months are those of the zone of the bank', async () => {
  // Fourteen hours before UTC: there it is the first of June already.
  goTo('2031-05-31T11:00:00Z')
  const ada = await t.customer({ balance: '100.00' })
  await pay(ada, 7_00n)
  expect(await look(ada)).toMatchObject({ Month: '2031-06', Spent: '7.00' })
})

test('own moves and loans that are paid out are neither income nor spending; closed accounts stay', async () => {
  goTo('2031-07-03T12:00:00Z')
  const ada = await t.customer({ balance: '100.00' })
  const second = await db.transaction((sql) =>
    openAccount(sql, ada.id, {
      ...{ type: 'savings', currency: 'usd', name: 'Pot', now: t.clock.now() },
    }),
  )
  const own = { purpose: 'transfer', method: 'own-account', ownAccount: true } as const
  const there = { fromLine: { ...own, name: 'Pot' }, toLine: { ...own, name: 'Main' } }
  const ends = { from: ada.account.id, to: second.id, amountMinor: 40_00n }
  await ledger.move(db.sql, { ...momentOf(t.bank), kind: 'test', ...ends, ...there })
  const lent = await askForLoan(t.bank, ada.id, { account: ada.account.publicId, amount: 300_00n })
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: lent }))
  await pay({ ...ada, account: second }, 15_00n)
  expect(await look(ada)).toMatchObject({ Income: '100.00', Spent: '15.00', Months: [{}] })
  await pay({ ...ada, account: second }, 25_00n)
  await ledger.closeAccount(db.sql, { accountId: second.id, at: t.clock.now() })
  expect(await look(ada)).toMatchObject({ Income: '100.00', Spent: '40.00' })
})

test('income is whole, however many lines a month has, and a rest is told', async () => {
  goTo('2031-07-20T12:00:00Z')
  const ada = await t.customer({ balance: '100.00' })
  const clearing = await internalAccount(db.sql, 'clearing', 'usd', 0n)
  const credit = (line: Partial<Line>) => ({
    ...{ kind: 'test', memo: '' },
    legs: [
      { accountId: clearing, amountMinor: -1_00n },
      { accountId: ada.account.id, amountMinor: 1_00n, line },
    ],
  })
  const sale = (_: unknown, at: number) => credit({ name: 'Sale', description: `Order ${at}` })
  const sales = Array.from({ length: 2_001 }, sale)
  const neither = [credit({ ownAccount: true }), credit({ purpose: 'loan' })]
  await ledger.postMany(db.sql, [...sales, ...neither], momentOf(t.bank))
  const whole = { Income: '2101.00', Spent: '0.00', Months: [{ Income: '2101.00' }], Partial: true }
  expect(await look(ada)).toMatchObject(whole)

  const ben = await t.customer({ balance: '100.00' })
  expect(await look(ben)).toMatchObject({ Income: '100.00', Partial: false })
  // As if it had ten thousand more: line numbers have no gaps, and the range ends with the last.
  await db.sql`
    update ledger_days set lines = lines + 10000 where account_id = ${ben.account.id}`
  expect(await look(ben)).toMatchObject({ Income: '100.00', Partial: true })
})

test('each currency has insights of its own, and nobody sees those of another', async () => {
  goTo('2031-08-03T12:00:00Z')
  const ada = await t.customer({ balance: '100.00' })
  const bob = await t.customer({ balance: '100.00' })
  await pay(ada, 1_00n)
  await pay(bob, 2_00n)
  const fresh = { type: 'savings', currency: 'eur', name: 'Euros', now: t.clock.now() }
  await db.transaction((sql) => openAccount(sql, ada.id, fresh))
  expect(await look(ada)).toMatchObject({ Spent: '1.00', Currencies: ['usd', 'eur'] })
  expect(await look(ada, { currency: 'eur' })).toMatchObject({ Spent: '0.00', Categories: [] })
  expect(await look(bob)).toMatchObject({ Spent: '2.00', Currencies: ['usd'] })
  expect((await t.send(insights, {})).statusCode).toBe(401)
  const token = await t.signInAgain(ada)
  for (const [asked, message] of [
    [{ month: '2031-13' }, 'Choose a month'],
    [{ month: '31-01' }, 'Choose a month'],
    [{ currency: 'xxx' }, 'Select a valid currency'],
  ] as const) {
    const [field] = Object.keys(asked)
    expect(answerOf(await t.send(insights, asked, { token }))).toEqual(
      refusedWith('invalid', { message, ...(field && { field }) }),
    )
  }
})

test('what is not completed does not count, and counts in the month of its line once it is', async () => {
  goTo('2031-09-29T12:00:00Z')
  const ada = await t.customer({ balance: '100.00' })
  const { lines } = await ledger.pend(db.sql, {
    ...{ ...momentOf(t.bank), accountId: ada.account.id, type: 'debit', amountMinor: 40_00n },
    line: { purpose: 'transfer', method: 'other-banks', name: 'Bob' },
  })
  expect(await look(ada)).toMatchObject({ Spent: '0.00', Categories: [] })
  goTo('2031-10-02T12:00:00Z')
  await ledger.settle(db.sql, {
    ...{ ...momentOf(t.bank), transactionId: lines[0]?.id ?? '', kind: 'test' },
    counter: await internalAccount(db.sql, 'clearing', 'usd', 0n),
  })
  expect(await look(ada)).toMatchObject({ Spent: '0.00', AverageSpent: '40.00' })
  expect(await look(ada, { month: '2031-09' })).toMatchObject({
    Spent: '40.00',
    Categories: [{ Category: 'people', Amount: '40.00' }],
  })
})

const payees = ['Green Market', 'City Transit', 'Jo Whitfield', 'Corner Bakery', 'X', '']
const notes = ['', 'Rent', 'Invoice', 'Dinner']
const randomLine = fc.record({
  amountMinor: fc.bigInt(2n, 500_00n),
  name: fc.constantFrom(...payees),
  description: fc.constantFrom(...notes),
  purpose: fc.constantFrom('others' as const, 'transfer' as const, 'loan' as const),
  method: fc.constantFrom('card', 'other-banks', 'bill', ''),
  ownAccount: fc.boolean(),
  said: fc.oneof(
    fc.constant(null),
    fc.record({ category: fc.constantFrom(...spendingCategories), always: fc.boolean() }),
    fc.array(fc.constantFrom(...spendingCategories), { minLength: 2, maxLength: 6 }),
  ),
})

/** Splits an amount into as many parts as there are categories, each of at least one minor unit. */
function partsOf(amountMinor: bigint, wanted: readonly Category[]): string {
  const many = wanted.slice(0, Number(amountMinor < 6n ? amountMinor : 6n))
  const each = amountMinor / BigInt(many.length)
  return many
    .map((category, at) => {
      const minor = at === 0 ? amountMinor - each * BigInt(many.length - 1) : each
      return `${category}=${toDecimal(minor)}`
    })
    .join(';')
}

test('whatever is spent, split and put elsewhere: the categories add up to the spending of the month', async () => {
  goTo('2032-01-03T12:00:00Z')
  await fc.assert(
    fc.asyncProperty(fc.array(randomLine, { minLength: 1, maxLength: 8 }), async (lines) => {
      const ada = await t.customer({ balance: '9000.00' })
      for (const { said, amountMinor, ...line } of lines) {
        const id = await pay(ada, amountMinor, line)
        if (said === null) continue
        const asked = Array.isArray(said)
          ? { parts: partsOf(amountMinor, said) }
          : { category: said.category, always: String(said.always) }
        const reply = await t.send(putIntoCategory, { id, ...asked }, { token: ada.token })
        const open =
          !line.ownAccount && !('always' in asked && asked.always === 'true' && !line.name)
        expect(reply.statusCode, reply.body).toBe(open ? 200 : 422)
      }
      const spentMinor = lines
        .filter(({ ownAccount }) => !ownAccount)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const sum = (of: { Amount: string }[]) =>
        of.reduce((total, { Amount }) => total + BigInt(Amount.replace('.', '')), 0n)
      const shown = await look(ada)
      expect(shown.Spent).toBe(toDecimal(spentMinor))
      expect(sum(shown.Categories)).toBe(spentMinor)
      expect(sum(shown.Payees)).toBe(spentMinor)
      const fields = { accountId: ada.account.publicId }
      const { data } = answerOf(await t.send(spending, fields, { token: ada.token }))
      expect(sum((data as { Categories: { Amount: string }[] }).Categories)).toBe(spentMinor)
    }),
    { numRuns: 15 },
  )
})
