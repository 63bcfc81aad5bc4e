import { messages } from '@passbook/contract'
import { beforeEach, expect, test } from 'vitest'
import type { Bank } from '#kernel/context.ts'
import { balance, closeAccount } from '#ledger/ledger.ts'
import { readPage } from '#ledger/statement-lines.ts'
import { tellComing } from '#orders/tell.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { expectPlaced } from '#testing/references.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { billsOf, saveBill, stopBill } from './bills.ts'

const db = await testDb()
const t = await testBank(db)
const hour = 3_600_000
const day = 24 * hour

// A bill that a test leaves behind must not be paid in the next one.
beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

const today = () => t.clock.now().toISOString().slice(0, 10)

const save = (who: TestCustomer, changes: Partial<Parameters<typeof saveBill>[2]> = {}) =>
  saveBill(t.bank, who.id, {
    biller: 'Netflix Inc',
    accountName: 'ada@example.com',
    account: who.account.publicId,
    type: 'one time',
    amount: 15_49n,
    date: today(),
    ...changes,
  })

const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

const linesOf = async ({ account }: TestCustomer) =>
  (await readPage(db.sql, { accountId: account.id, page: 1, perPage: 50 })).lines

const paymentsOf = (publicId: string) => db.sql<{ dueOn: string; paid: boolean }>`
  select d.due_on as "dueOn", d.state = 'paid' as paid
  from orders_due d join orders o on o.id = d.order_id
  where o.public_id = ${publicId} and d.state in ('paid', 'failed') order by d.due_on`

const toldAbout = ({ id }: TestCustomer, biller: string) => db.sql`
  select title, body from notifications
  where customer_id = ${id} and body like ${`%${biller}%`} order by id`

/** Moves the clock to a day of the future, at nine in the morning. */
const goTo = (date: string) =>
  t.clock.advance(Date.parse(`${date}T09:00:00Z`) - t.clock.now().getTime())

// shows D79
test('a bill for one time is paid on its date and not again', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  const later = await save(ada, { date: '2099-01-01' })
  expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
  expect(await moneyOf(ada)).toBe(84_51n)
  expect((await linesOf(ada))[0]).toMatchObject({
    type: 'debit',
    amountMinor: 15_49n,
    state: 'completed',
    purpose: 'others',
    method: 'bill',
    name: 'Netflix Inc',
    description: 'ada@example.com',
  })
  expect(await billsOf(t.bank, ada.id)).toMatchObject([
    { Id: later, State: 'active' },
    { Id: id, State: 'paid', Date: today() },
  ])
  expect(await paymentsOf(id)).toEqual([{ dueOn: today(), paid: true }])
})

// shows D79
test('a bill on the 31st is paid on the last day of a shorter month and then on the 31st', async () => {
  goTo('2031-01-30')
  const ada = await t.customer({ balance: '1000.00' })
  const id = await save(ada, { type: 'recurring', date: '2031-01-31' })
  for (const date of ['2031-01-31', '2031-02-27', '2031-02-28', '2031-03-30', '2031-03-31']) {
    goTo(date)
    await payDueBills(t.bank)
  }
  goTo('2031-04-30')
  await payDueBills(t.bank)
  expect((await paymentsOf(id)).map(({ dueOn }) => dueOn)).toEqual([
    '2031-01-31',
    '2031-02-28',
    '2031-03-31',
    '2031-04-30',
  ])
  expect((await linesOf(ada)).map((line) => line.day)).toEqual(
    expect.arrayContaining(['2031-02-28', '2031-04-30']),
  )
  expect(await billsOf(t.bank, ada.id)).toMatchObject([{ Date: '2031-05-31', State: 'active' }])
})

test('after a standstill every date that passed is paid', async () => {
  const ada = await t.customer({ balance: '1000.00' })
  const id = await save(ada, { type: 'recurring' })
  t.clock.advance(100 * day)
  const { paid } = await payDueBills(t.bank)
  expect(paid).toBeGreaterThanOrEqual(4)
  expect(await paymentsOf(id)).toHaveLength(paid)
  expect(await moneyOf(ada)).toBe(1_000_00n - 15_49n * BigInt(paid))
})

// shows D79
test('money that is missing is waited for; what comes within three hours is enough', async () => {
  const ada = await t.customer()
  const id = await save(ada)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 1, failed: 0 })
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
  expect(await billsOf(t.bank, ada.id)).toMatchObject([
    { State: 'active', LastError: messages.insufficientFunds },
  ])
  expect(await linesOf(ada)).toEqual([])
  t.clock.advance(hour)
  expect(await payDueBills(t.bank)).toMatchObject({ retry: 1 })
  await t.fund(ada, '20.00')
  t.clock.advance(hour)
  expect(await payDueBills(t.bank)).toMatchObject({ paid: 1 })
  expect(await paymentsOf(id)).toMatchObject([{ paid: true }])
  expect(await billsOf(t.bank, ada.id)).toMatchObject([{ State: 'paid', LastError: null }])
})

// shows D79
test('after three more tries the date fails with a line and a notice, and the next month is on', async () => {
  goTo('2033-03-10')
  const ada = await t.customer({ balance: '5.00' })
  const once = await save(ada)
  const monthly = await save(ada, { type: 'recurring', biller: 'Apple Inc' })
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 2, failed: 0 })
    t.clock.advance(hour)
  }
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 2 })
  expect(await paymentsOf(once)).toEqual([{ dueOn: '2033-03-10', paid: false }])
  expect(await billsOf(t.bank, ada.id)).toMatchObject([
    { Id: monthly, State: 'active', Date: '2033-04-10', LastError: messages.insufficientFunds },
    { Id: once, State: 'failed', LastError: messages.insufficientFunds },
  ])
  expect((await linesOf(ada)).slice(0, 2)).toMatchObject([
    { type: 'debit', amountMinor: 15_49n, state: 'failed', name: 'Apple Inc', method: 'bill' },
    { state: 'failed', failureReason: messages.insufficientFunds, name: 'Netflix Inc' },
  ])
  expect(await moneyOf(ada)).toBe(5_00n)
  await t.told()
  expect(await toldAbout(ada, 'Netflix Inc')).toEqual([
    {
      title: 'Bill waits',
      body:
        'Netflix Inc, $15.49, due 10 Mar 2033: Insufficient funds. ' +
        'We try again every hour, 3 times.',
    },
    expect.objectContaining({ title: 'Bill payment failed' }),
  ])
  await t.fund(ada, '100.00')
  goTo('2033-04-10')
  expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
  expect(await paymentsOf(monthly)).toEqual([
    { dueOn: '2033-03-10', paid: false },
    { dueOn: '2033-04-10', paid: true },
  ])
  expect(await t.findings()).toEqual([])
})

test('two days before a notice comes, once, and warns where the money will not do', async () => {
  goTo('2034-05-01')
  const ada = await t.customer({ balance: '100.00' })
  await save(ada, { date: '2034-05-10' })
  await save(ada, { date: '2034-05-10', biller: 'Apple Inc', amount: 100_01n })
  // Who has just saved one knows of it.
  await save(ada, { date: '2034-05-02', amount: 1_00n })
  for (const date of ['2034-05-01', '2034-05-07', '2034-05-08', '2034-05-09']) {
    goTo(date)
    await tellComing(t.bank)
  }
  const told = await db.sql`
    select title, body, warns, created_at::date::text as day from notifications
    where customer_id = ${ada.id} and title like '%ill%' order by id`
  const [day, from] = ['2034-05-08', `on 10 May 2034, from ${ada.name}`]
  expect(told).toEqual([
    { title: 'Bill comes', body: `$15.49 to Netflix Inc ${from}.`, warns: false, day },
    {
      title: 'Money is missing for a bill',
      body: `$100.01 to Apple Inc ${from}: the money that is there now will not do for all that is due by then. $16.50 is missing.`,
      warns: true,
      day,
    },
  ])
})

test('a cancelled bill is not paid; what was paid stays paid', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada, { type: 'recurring' })
  await payDueBills(t.bank)
  await stopBill(t.bank, ada.id, { id })
  t.clock.advance(70 * day)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
  expect(await paymentsOf(id)).toHaveLength(1)
  expect(await moneyOf(ada)).toBe(84_51n)
})

test('no bill is paid for who may not send money, nor from an account that is gone', async () => {
  const ada = await t.customer({ balance: '100.00', flags: { AllowTransfer: false } })
  await save(ada)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 1, failed: 0 })
  expect(await billsOf(t.bank, ada.id)).toMatchObject([{ LastError: messages.transfersOff }])
  const bob = await t.customer()
  await save(bob, { type: 'recurring' })
  await closeAccount(db.sql, { accountId: bob.account.id, at: t.clock.now() })
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 1 })
  expect(await billsOf(t.bank, bob.id)).toMatchObject([
    {
      State: 'failed',
      LastError: `Your account ${bob.account.name}, ${bob.account.number}, is closed`,
    },
  ])
  expect(await t.findings()).toEqual([])
})

test('ten workers at once pay forty bills once each', async () => {
  const ada = await t.customer({ balance: '1000.00' })
  const ids = []
  for (let count = 0; count < 40; count += 1) ids.push(await save(ada, { amount: 1_00n }))
  const runs = await Promise.all(Array.from({ length: 10 }, () => payDueBills(t.bank)))
  expect(runs.reduce((total, { paid }) => total + paid, 0)).toBe(40)
  expect(await moneyOf(ada)).toBe(960_00n)
  for (const id of ids) expect(await paymentsOf(id)).toHaveLength(1)
})

async function orderOf(publicId: string): Promise<{ id: bigint; stuck: number }> {
  const [order] = await db.sql<{ id: bigint; stuck: number }>`
    select o.id, d.stuck from orders o join orders_due d on d.order_id = o.id
    where o.public_id = ${publicId}`
  return order ?? { id: 0n, stuck: -1 }
}

/** Makes whatever ends this bill's date fail, as a bug or a broken row would. */
async function breakBill(publicId: string): Promise<() => Promise<unknown>> {
  const { id } = await orderOf(publicId)
  await db.script(`
    alter table orders_due add constraint broken check (order_id <> ${id} or state = 'waiting')`)
  return () => db.script('alter table orders_due drop constraint broken')
}

test('a bill that breaks leaves nothing behind, is set aside ever longer and keeps no other waiting', async () => {
  const [ada, bob] = [
    await t.customer({ balance: '100.00' }),
    await t.customer({ balance: '100.00' }),
  ]
  const broken = await save(ada, { biller: 'Apple Inc' })
  const sound = [await save(ada), await save(bob)]
  const mend = await breakBill(broken)
  const troubles: { orderId: bigint; dueOn: string; error: unknown }[] = []
  const run = () => payDueBills(t.bank, { onTrouble: (one) => troubles.push(one) })
  await expect(run()).rejects.toThrow('broken')
  expect(await paymentsOf(broken)).toEqual([])
  for (const id of sound) expect(await paymentsOf(id)).toHaveLength(1)
  expect(await moneyOf(ada)).toBe(84_51n)
  const { id: orderId } = await orderOf(broken)
  const error = expect.objectContaining({ message: expect.stringContaining('broken') })
  expect(troubles).toEqual([{ orderId, dueOn: today(), error }])
  // Not at once again, and after its second failure not as soon as after the first.
  expect(await run()).toEqual({ paid: 0, retry: 0, failed: 0 })
  t.clock.advance(31_000)
  await expect(run()).rejects.toThrow('broken')
  t.clock.advance(31_000)
  expect(await run()).toEqual({ paid: 0, retry: 0, failed: 0 })
  await mend()
  t.clock.advance(31_000)
  expect(await run()).toMatchObject({ paid: 1 })
  expect(await moneyOf(ada)).toBe(69_02n)
  expect(await orderOf(broken)).toMatchObject({ stuck: 0 })
  expect(await t.findings()).toEqual([])
})

test('many bills are paid with few statements, also where some cannot be', async () => {
  const people = await Promise.all(
    Array.from({ length: 30 }, (_, n) => t.customer({ balance: n % 10 === 0 ? '1.00' : '100.00' })),
  )
  const ids = []
  for (const who of people) ids.push(await save(who))
  let transactions = 0
  const counting: Bank = {
    ...t.bank,
    db: {
      ...db,
      transaction: (work) => {
        transactions += 1
        return db.transaction(work)
      },
    },
  }
  expect(await payDueBills(counting)).toEqual({ paid: 27, retry: 3, failed: 0 })
  // The group, the three that are left, and the one that finds nothing.
  expect(transactions).toBe(5)
  for (const [n, who] of people.entries()) {
    expect(await moneyOf(who)).toBe(n % 10 === 0 ? 1_00n : 84_51n)
  }
  expect(await t.findings()).toEqual([])
})

test('a signal ends the work between two bills', async () => {
  const ada = await t.customer({ balance: '100.00' })
  await save(ada)
  const signal = AbortSignal.abort()
  expect(await payDueBills(t.bank, { signal })).toEqual({ paid: 0, retry: 0, failed: 0 })
})

test('every payment, made or failed, says where its line lies', async () => {
  await expectPlaced(db.sql, 'orders_due')
})
