import { messages, savedBills, skipBill } from '@passbook/contract'
import { beforeEach, expect, test } from 'vitest'
import type { Bank } from '#kernel/context.ts'
import { balance, closeAccount } from '#ledger/ledger.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { billsOf, saveBill, stopBill } from './bills.ts'
import { skipDate } from './skip.ts'

const db = await testDb()
const t = await testBank(db)
const hour = 3_600_000

// A bill that a test leaves behind must not be paid in the next one.
beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

const today = () => t.clock.now().toISOString().slice(0, 10)

const save = (who: TestCustomer, changes: Partial<Parameters<typeof saveBill>[2]> = {}) =>
  saveBill(t.bank, who.id, {
    biller: 'Netflix Inc',
    accountName: 'ada@example.com',
    account: who.account.publicId,
    type: 'recurring',
    amount: 15_49n,
    date: today(),
    ...changes,
  })

const skip = async (who: TestCustomer, id: string, date: string) => {
  const reply = await t.send(skipBill, { id, date }, { token: who.token })
  return { http: reply.statusCode, ...reply.json() }
}

const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

const datesOf = async (publicId: string) => {
  const rows = await db.sql<{ dueOn: string }>`
    select d.due_on as "dueOn" from orders_due d join orders o on o.id = d.order_id
    where o.public_id = ${publicId} and d.state in ('paid', 'failed') order by d.due_on`
  return rows.map(({ dueOn }) => dueOn)
}

/** A bank whose transactions stay open until it is let go, so that others meet them under way. */
function heldBank(): { held: Bank; isReached: Promise<void>; letGo: () => void } {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held: Bank = {
    ...t.bank,
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (sql) => {
          const result = await work(sql)
          reached.resolve()
          await go.promise
          return result
        }),
    },
  }
  return { held, isReached: reached.promise, letGo: go.resolve }
}

// shows D79
test('a skipped date is not paid, and the bill goes on a month later, on its own day', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada, { date: '2090-01-31' })
  const seen = async () => (await t.ask(savedBills, {}, ada.token)).data
  expect(await seen()).toMatchObject([{ Date: '2090-01-31', NextDate: '2090-02-28' }])
  expect(await skip(ada, id, '2090-01-31')).toEqual({
    http: 200,
    status: 'success',
    data: { Date: '2090-02-28' },
  })
  expect(await seen()).toMatchObject([
    { Id: id, Date: '2090-02-28', NextDate: '2090-03-31', State: 'active' },
  ])
  expect(await skip(ada, id, '2090-02-28')).toMatchObject({ data: { Date: '2090-03-31' } })
  expect(await moneyOf(ada)).toBe(100_00n)
  expect(await datesOf(id)).toEqual([])
})

test('a date that is due today and was skipped is left alone by the scheduler', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const [skipped, other] = [await save(ada), await save(ada)]
  expect(await skip(ada, skipped, today())).toMatchObject({ http: 200 })
  expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
  expect(await datesOf(skipped)).toEqual([])
  expect(await datesOf(other)).toEqual([today()])
})

test('asked twice, one date is skipped and not the next', async () => {
  const ada = await t.customer()
  const id = await save(ada, { date: '2090-01-15' })
  const answers = await Promise.all([1, 2, 3, 4].map(() => skip(ada, id, '2090-01-15')))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ http }) => http !== 200)) {
    expect(answer).toEqual(refusedWith('bill_date_over'))
  }
  expect(await billsOf(t.bank, ada.id)).toMatchObject([{ Date: '2090-02-15' }])
})

test('what was paid, what is not due and what is for one time is not skipped', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  const paidOn = today()
  await payDueBills(t.bank)
  expect(await skip(ada, id, paidOn)).toEqual(refusedWith('bill_date_paid'))
  expect(await skip(ada, id, '2091-01-01')).toEqual(refusedWith('bill_date_over'))
  expect(await skip(ada, id, '2091-02-30')).toEqual(
    refusedWith('invalid', { message: messages.billDateMissing, field: 'date' }),
  )
  const once = await save(ada, { type: 'one time', date: '2090-01-15' })
  expect(await skip(ada, once, '2090-01-15')).toEqual(refusedWith('bill_once'))
  const last = await save(ada, { date: '9999-12-31' })
  expect(await skip(ada, last, '9999-12-31')).toEqual(refusedWith('bill_date_over'))
  const stopped = await save(ada, { date: '2090-01-15' })
  await stopBill(t.bank, ada.id, { id: stopped })
  expect(await skip(ada, stopped, '2090-01-15')).toEqual(
    refusedWith('not_yours', { message: messages.billUnknown }),
  )
})

test('a bill that is over, since its account is gone, has no date to skip', async () => {
  const bob = await t.customer()
  const id = await save(bob)
  await closeAccount(db.sql, { accountId: bob.account.id, at: t.clock.now() })
  expect(await payDueBills(t.bank)).toMatchObject({ failed: 1 })
  const [{ Date: date } = {}] = await billsOf(t.bank, bob.id)
  expect(await skip(bob, id, date ?? '')).toEqual(refusedWith('bill_date_over'))
})

test('a date that waits for money can be skipped, and its tries are forgotten', async () => {
  const ada = await t.customer()
  const id = await save(ada)
  expect(await payDueBills(t.bank)).toMatchObject({ retry: 1 })
  expect(await skip(ada, id, today())).toMatchObject({ http: 200 })
  expect(await billsOf(t.bank, ada.id)).toMatchObject([{ State: 'active', LastError: null }])
  await t.fund(ada, '50.00')
  t.clock.advance(2 * hour)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
  const [row] = await db.sql`
    select d.tries from orders_due d join orders o on o.id = d.order_id
    where o.public_id = ${id} and d.state = 'waiting'`
  expect(row).toEqual({ tries: 0 })
})

// shows D79
test('a date that is being paid is waited for and then refused as paid', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  const date = today()
  const { held, isReached, letGo } = heldBank()
  const paying = payDueBills(held)
  await isReached
  const skipping = skip(ada, id, date)
  setTimeout(letGo, 200)
  expect(await paying).toMatchObject({ paid: 1 })
  expect(await skipping).toEqual(refusedWith('bill_date_paid'))
  expect(await datesOf(id)).toEqual([date])
  expect(await moneyOf(ada)).toBe(84_51n)
})

test('a scheduler that comes while a date is being skipped does not pay it', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  const { held, isReached, letGo } = heldBank()
  const skipping = skipDate(held, ada.id, { id, date: today() })
  await isReached
  const paying = payDueBills(t.bank)
  setTimeout(letGo, 200)
  await skipping
  expect(await paying).toEqual({ paid: 0, retry: 0, failed: 0 })
  expect(await datesOf(id)).toEqual([])
  expect(await moneyOf(ada)).toBe(100_00n)
})

// shows D79
test('when schedulers and skips meet, each date is either paid or skipped', async () => {
  const ada = await t.customer({ balance: '1000.00' })
  const ids: string[] = []
  for (let count = 0; count < 40; count += 1) ids.push(await save(ada, { amount: 1_00n }))
  const date = today()
  const [skips, runs] = await Promise.all([
    Promise.all(ids.map((id) => skip(ada, id, date))),
    Promise.all(Array.from({ length: 4 }, () => payDueBills(t.bank))),
  ])
  const paid = runs.reduce((total, run) => total + run.paid, 0)
  const skipped = skips.filter(({ http }) => http === 200).length
  expect(paid + skipped).toBe(40)
  for (const [at, id] of ids.entries()) {
    const done = skips[at]?.http === 200
    if (!done) expect(skips[at]).toEqual(refusedWith('bill_date_paid'))
    expect(await datesOf(id)).toEqual(done ? [] : [date])
  }
  expect(await moneyOf(ada)).toBe(1_000_00n - BigInt(paid) * 1_00n)
  expect(await t.findings()).toEqual([])
})
