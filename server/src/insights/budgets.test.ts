import { budgets, notifications, putIntoCategory, setBudget } from '@passbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { tellBudgets } from './budget-words.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const goTo = (moment: string) =>
  t.clock.advance(new Date(moment).getTime() - t.clock.now().getTime())

async function pay(who: TestCustomer, amountMinor: bigint, name = 'Green Market') {
  const posted = await ledger.move(db.sql, {
    ...momentOf(t.bank),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cards', 'usd', 0n),
    amountMinor,
    fromLine: { purpose: 'others', method: 'card', name },
  })
  return posted.lines[0]?.id ?? ''
}

const set = async (who: TestCustomer, fields: Record<string, string>) => {
  const token = await t.signInAgain(who)
  return answerOf(await t.send(setBudget, { currency: 'usd', ...fields }, { token }))
}
const list = async (who: TestCustomer, month?: string) => {
  const token = await t.signInAgain(who)
  return answerOf(await t.send(budgets, month ? { month } : {}, { token })).data
}
/** What was told of budgets, the oldest first. */
async function told(who: TestCustomer) {
  await t.told()
  await tellBudgets(t.bank)
  const token = await t.signInAgain(who)
  const { data } = answerOf(await t.send(notifications, { page: 1 }, { token }))
  const { List } = data as { List: { Title: string; Body: string }[] }
  return List.filter(({ Title }) => /budget/i.test(Title))
    .map(({ Title, Body }) => `${Title}. ${Body}`)
    .reverse()
}
const eighty = '80% of a budget is gone. Groceries in March: $80.00 of $100.00.'

const groceries = (Amount: string, Spent: string) => ({
  Category: 'groceries',
  Currency: { Code: 'usd' },
  Amount,
  Spent,
})

test('a budget holds from its month on, is changed and removed, and a month gone by keeps its own', async () => {
  goTo('2031-03-04T12:00:00Z')
  const ada = await t.customer({ balance: '1000.00' })
  await pay(ada, 30_00n)
  expect(await list(ada)).toEqual({ Month: '2031-03', List: [] })
  const reply = await set(ada, { category: 'groceries', amount: '100' })
  expect(reply).toMatchObject({
    http: 200,
    data: { Month: '2031-03', List: [groceries('100.00', '30.00')] },
  })
  await set(ada, { category: 'home', amount: '500.00' })
  await set(ada, { category: 'groceries', amount: '120.00' })
  goTo('2031-04-04T12:00:00Z')
  expect(await list(ada)).toMatchObject({ List: [groceries('120.00', '0.00'), {}] })
  await set(ada, { category: 'groceries', amount: '90.00' })
  await set(ada, { category: 'home' })
  expect(await list(ada)).toEqual({ Month: '2031-04', List: [groceries('90.00', '0.00')] })
  expect(await list(ada, '2031-03')).toMatchObject({
    List: [groceries('120.00', '30.00'), { Category: 'home', Amount: '500.00' }],
  })
  expect(await list(ada, '2031-02')).toEqual({ Month: '2031-02', List: [] })
  // Removing what never was leaves nothing behind.
  const bob = await t.customer()
  expect(await set(bob, { category: 'home' })).toMatchObject({ http: 200, data: { List: [] } })
  expect(await db.sql`select 1 from budgets where customer_id = ${bob.id}`).toEqual([])
})

test('what is no budget is refused', async () => {
  const ada = await t.customer()
  for (const [fields, field, message] of [
    [{ category: 'income', amount: '1' }, 'category', 'Choose a category of the list'],
    [{ category: 'home', amount: '0' }, 'amount', 'Enter a valid amount'],
    [{ category: 'home', amount: '-5' }, 'amount', 'Enter a valid amount'],
    [{ category: 'home', amount: '5', currency: 'btc' }, 'currency', 'Select a valid currency'],
  ] as const) {
    expect(await set(ada, fields)).toEqual(refusedWith('invalid', { field, message }))
  }
  const token = ada.token
  expect(answerOf(await t.send(budgets, { month: 'March' }, { token }))).toEqual(
    refusedWith('invalid', { field: 'month', message: 'Choose a month' }),
  )
})

test('a word at 80 % and one at 100 %, each once in a month', async () => {
  goTo('2032-03-04T12:00:00Z')
  const ada = await t.customer({ balance: '1000.00' })
  const bob = await t.customer({ balance: '1000.00' })
  await set(ada, { category: 'groceries', amount: '100.00' })
  await pay(ada, 79_99n)
  await pay(bob, 90_00n)
  await pay(ada, 500_00n, 'City Transit')
  expect(await told(ada)).toEqual([])
  await pay(ada, 1n)
  expect(await told(ada)).toEqual([eighty])
  await pay(ada, 5_00n)
  expect(await told(ada)).toEqual([eighty])
  await pay(ada, 15_00n)
  const all = 'A budget is used up. Groceries in March: $100.00 spent, and the budget was $100.00.'
  expect(await told(ada)).toEqual([eighty, all])
  // Set anew, it is still the budget of this month.
  await set(ada, { category: 'groceries' })
  await set(ada, { category: 'groceries', amount: '50.00' })
  await pay(ada, 1_00n)
  expect(await told(ada)).toEqual([eighty, all])
  expect(await told(bob)).toEqual([])
  goTo('2032-04-01T12:00:00Z')
  await pay(ada, 45_00n)
  expect(await told(ada)).toEqual([
    eighty,
    all,
    '80% of a budget is gone. Groceries in April: $45.00 of $50.00.',
  ])
})

test('who spends all of it at once is told that alone', async () => {
  goTo('2033-03-04T12:00:00Z')
  const ada = await t.customer({ balance: '1000.00' })
  await set(ada, { category: 'groceries', amount: '100.00' })
  await pay(ada, 130_00n)
  const all = 'A budget is used up. Groceries in March: $130.00 spent, and the budget was $100.00.'
  expect(await told(ada)).toEqual([all])
  await pay(ada, 1_00n)
  expect(await told(ada)).toEqual([all])
})

test('a budget that is lowered, and a line that is put under it, are told as well', async () => {
  goTo('2034-03-04T12:00:00Z')
  const ada = await t.customer({ balance: '1000.00' })
  const id = await pay(ada, 80_00n, 'City Transit')
  await told(ada)
  await set(ada, { category: 'groceries', amount: '100.00' })
  expect(await told(ada)).toEqual([])
  const token = await t.signInAgain(ada)
  await t.send(putIntoCategory, { id, category: 'groceries' }, { token })
  expect(await told(ada)).toEqual([eighty])
  await set(ada, { category: 'groceries', amount: '60.00' })
  expect(await told(ada)).toHaveLength(2)
})

test('what was spent in the last second of a month is told of that month', async () => {
  goTo('2035-03-31T23:59:30Z')
  const ada = await t.customer({ balance: '1000.00' })
  await set(ada, { category: 'groceries', amount: '100.00' })
  await pay(ada, 80_00n)
  goTo('2035-04-01T00:01:00Z')
  expect(await told(ada)).toEqual([eighty])
})

test('many workers at once say it once, and one that dies half way leaves it to the next', async () => {
  goTo('2036-03-04T12:00:00Z')
  const ada = await t.customer({ balance: '1000.00' })
  await set(ada, { category: 'groceries', amount: '100.00' })
  await pay(ada, 80_00n)
  await t.told()
  // The notice cannot be written: nothing of it may stay.
  const dying = {
    ...t.bank,
    db: {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction(async (sql) => {
          await work(sql)
          throw new Error('the process died')
        }),
    },
  } as typeof t.bank
  await expect(tellBudgets(dying)).rejects.toThrow('the process died')
  expect(await db.sql`select 1 from budgets_told where customer_id = ${ada.id}`).toEqual([])
  t.clock.advance(60_000)
  await Promise.all(Array.from({ length: 5 }, () => tellBudgets(t.bank)))
  expect(await told(ada)).toEqual([eighty])
  expect(await db.sql`select 1 from budget_checks where customer_id = ${ada.id}`).toEqual([])
})
