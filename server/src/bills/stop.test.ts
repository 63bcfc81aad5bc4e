import { cancelBill, messages, skipBill } from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '#db/db.ts'
import { endDue } from '#due/due.ts'
import type { Bank } from '#kernel/context.ts'
import { balance } from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { recording } from '#testing/recording-db.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { saveBill, stopBill } from './bills.ts'
import { skipDate } from './skip.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})

// A bill that a test leaves behind must not be paid in the next one.
beforeEach(async () => {
  await db.sql`delete from orders_due where state = 'waiting'`
  await db.sql`update bills set state = 'cancelled' where state = 'active'`
})

const today = () => t.clock.now().toISOString().slice(0, 10)
const nothing = { paid: 0, retry: 0, failed: 0 }
const unknown = refusedWith('not_yours', { message: messages.billUnknown })

const save = (who: TestCustomer) =>
  saveBill(t.bank, who.id, {
    biller: 'Netflix Inc',
    accountName: 'ada@example.com',
    account: who.account.publicId,
    type: 'recurring',
    amount: 10_00n,
    date: today(),
  })

const skip = async (who: TestCustomer, id: string, date: string) => {
  const reply = await t.send(skipBill, { id, date }, { token: who.token })
  return { http: reply.statusCode, ...reply.json() }
}

const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

const waitingOf = (who: TestCustomer) => db.sql`
  select d.due_on from orders_due d join orders o on o.id = d.order_id
  where o.customer_id = ${who.id} and d.state = 'waiting'`

/** As a server of the version before takes a bill off the list: its customer is not locked. */
const stopAsBefore = (sql: Sql, id: string) =>
  sql`update bills set state = 'cancelled' where public_id = ${id}`

/** A bank to which something happens right after its first statement that has these words. */
function bankWhere(words: string, happens: (sql: Sql) => Promise<unknown>): Bank {
  let isOver = false
  const heard = (sql: Sql): Sql =>
    (async (strings, ...values) => {
      const found = await sql(strings, ...values)
      if (!isOver && strings.join('?').includes(words)) {
        isOver = true
        await happens(sql)
      }
      return found
    }) as Sql
  return {
    ...t.bank,
    db: { ...db, transaction: (work) => db.transaction((sql) => work(heard(sql))) },
  }
}

test('a bill that ends after its date was read is not skipped', async () => {
  const ada = await t.customer()
  const id = await save(ada)
  const bank = bankWhere('from bills b join orders o', (sql) => stopAsBefore(sql, id))
  await expect(skipDate(bank, ada.id, { id, date: today() })).rejects.toMatchObject({
    code: 'not_yours',
    message: messages.billUnknown,
  })
})

test('taken off the list and skipped at once, no bill has a date that waits', async () => {
  const ada = await t.customer({ balance: '1000.00' })
  const ids: string[] = []
  for (let count = 0; count < 20; count += 1) ids.push(await save(ada))
  const date = today()
  const [skips, stops] = await Promise.all([
    Promise.all(ids.map((id) => skip(ada, id, date))),
    Promise.all(ids.map((id) => t.ask(cancelBill, { id }, ada.token))),
  ])
  for (const answer of skips) if (answer.http !== 200) expect(answer).toEqual(unknown)
  expect(stops.map(({ http }) => http)).toEqual(ids.map(() => 200))
  expect(await waitingOf(ada)).toEqual([])
  t.clock.advance(32 * 86_400_000)
  expect(await payDueBills(t.bank)).toEqual(nothing)
  expect(await moneyOf(ada)).toBe(1_000_00n)
})

test('a bill is taken off the list with its customer locked', async () => {
  const ada = await t.customer()
  const id = await save(ada)
  const said: string[] = []
  await stopBill({ db: recording(db, said) }, ada.id, { id })
  const lock = said.findIndex((text) => text.includes('customer_lock'))
  expect(lock).toBeGreaterThan(said.indexOf('begin'))
  expect(said[lock + 1]).toContain('update bills')
})

test('a date that waits for an order that has ended is not paid', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  await db.sql`update orders set state = 'ended' where public_id = ${id}`
  expect(await waitingOf(ada)).toHaveLength(1)
  expect(await payDueBills(t.bank)).toEqual(nothing)
  expect(await moneyOf(ada)).toBe(100_00n)
})

test('nor is one whose order ends once the date was taken', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const id = await save(ada)
  const end = (sql: Sql) => sql`update orders set state = 'ended' where public_id = ${id}`
  expect(await payDueBills(bankWhere('for update of d skip locked', end))).toEqual(nothing)
  expect(await moneyOf(ada)).toBe(100_00n)
})

test('a date that is gone or over does not end, and brings no next one', async () => {
  const ada = await t.customer()
  const id = await save(ada)
  const [order] = await db.sql<{ id: bigint }>`select id from orders where public_id = ${id}`
  const orderId = order?.id ?? 0n
  const dueOn = today()
  const schedule = { every: 'monthly', firstOn: dueOn, until: null, times: null } as const
  const end = () =>
    db.transaction(async (sql) => {
      await lockCustomer(sql, ada.id)
      await endDue(sql, [{ orderId, dueOn, schedule, state: 'skipped' }], t.clock.now())
    })
  await db.sql`update orders_due set state = 'paid' where order_id = ${orderId}`
  await expect(end()).rejects.toThrow('gone or over')
  await db.sql`delete from orders_due where order_id = ${orderId}`
  await expect(end()).rejects.toThrow('gone or over')
  expect(await waitingOf(ada)).toEqual([])
})
