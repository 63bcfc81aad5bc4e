import { cancelBill, savedBills, skipBill, transactionReceipt } from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPostgres } from '#db/db.ts'
import { monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { runOrders } from '#orders/pay-due.ts'
import { makeDb } from '#testing/make-db.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { expectPlaced } from '#testing/references.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { moveBills } from './move.ts'

const made = await makeDb({ patient: true })
const { db } = made
const other = made.url ? await openPostgres({ url: made.url }) : db
const t = await testBank(db)
afterAll(async () => {
  await t.stop()
  if (other !== db) await other.close()
  await made.drop()
})
beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

const hour = 3_600_000
const today = () => momentOf(t.bank).day
const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * hour)

type Before = { type?: string; due?: string; state?: string; tries?: number; stuck?: number }

/** A bill as a server of the version before writes it. */
async function formerBill(
  { id, account }: TestCustomer,
  { type = 'recurring', due = today(), state = 'active', tries = 0, stuck = 0 }: Before = {},
): Promise<{ id: bigint; publicId: string }> {
  const [bill] = await db.sql<{ id: bigint; publicId: string }>`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, tries, stuck, next_try_at, state, last_error, created_at)
    values (${id}, ${account.id}, 'Netflix Inc', 'ada', ${type}, 1000, ${due}, ${due}, ${tries},
      ${stuck}, ${inHours(tries + stuck > 0 ? 1 : 0)}, ${state},
      ${tries > 0 ? 'Insufficient funds' : null}, ${t.clock.now()})
    returning id, public_id as "publicId"`
  return bill ?? { id: 0n, publicId: '' }
}

type Former = {
  id: bigint
  accountId: bigint
  type: string
  firstOn: string
  dueOn: string
  paid: boolean
}

/** The payer of the version before, with its statements: one bill, or undefined where none is due. */
async function payAsBefore(bank: Bank, { paid = true } = {}): Promise<string | undefined> {
  const { at, day } = momentOf(bank)
  return bank.db.transaction(async (sql) => {
    const [bill] = await sql<Former>`
      select b.id, b.account_id as "accountId", b.type, b.first_on as "firstOn", b.due_on as "dueOn"
      from bills b join ledger_accounts l on l.id = b.account_id
      where b.state = 'active' and b.due_on <= ${day} and b.next_try_at <= ${at}
      order by b.due_on, b.id limit 1 for update of b skip locked`
    if (!bill) return undefined
    const { accountId } = bill
    const name = 'Netflix Inc'
    const line = { purpose: 'others', method: 'bill', name, description: 'ada' } as const
    const legs = [
      { accountId, amountMinor: -1000n, line },
      { accountId: await internalAccount(sql, 'billers', 'usd', accountId), amountMinor: 1000n },
    ]
    const moment = { at, day }
    const failed = { accountId, type: 'debit', amountMinor: 1000n, line, reason: 'None' } as const
    const posted = paid
      ? await ledger.post(sql, { ...moment, kind: 'bill', memo: '', legs })
      : await ledger.noteFailed(sql, { ...moment, ...failed })
    const written = posted.lines[0]
    await sql`
      insert into bill_payments(bill_id, due_on, transaction_id, account_id, line, paid)
      values (${bill.id}, ${bill.dueOn}, ${written?.id ?? ''}, ${accountId}, ${written?.line ?? 0n},
        ${paid})`
    const goesOn = bill.type === 'recurring'
    await sql`
      update bills set due_on = ${goesOn ? monthLater(bill.firstOn, bill.dueOn) : bill.dueOn},
        state = ${goesOn ? 'active' : 'done'}, tries = 0, stuck = 0, next_try_at = ${at},
        last_error = ${paid ? null : 'None'}
      where id = ${bill.id}`
    return written?.id
  })
}

const listOf = async ({ token }: TestCustomer) =>
  (await t.ask(savedBills, {}, token)).data as { Id: string; State: string; Date: string }[]

const datesOf = (publicId: string) => db.sql<{ dueOn: string; state: string; tries: number }>`
  select d.due_on as "dueOn", d.state, d.tries from orders_due d join orders o on o.id = d.order_id
  where o.public_id = ${publicId} order by d.due_on`

test('bills of the version before keep their dates, their tries and what is over', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const before = today()
  const monthly = await formerBill(ada)
  await payAsBefore(t.bank)
  const once = await formerBill(ada, { type: 'one time' })
  await payAsBefore(t.bank)
  const failed = await formerBill(ada)
  await payAsBefore(t.bank, { paid: false })
  const tried = await formerBill(ada, { tries: 2 })
  const stuck = await formerBill(ada, { stuck: 3, due: '2020-01-31' })
  const gone = await formerBill(ada, { state: 'cancelled' })
  // As rows of the first version, without the place of its line.
  await db.sql`update bill_payments set account_id = null, line = null`
  expect(await moveBills(t.bank)).toBeGreaterThanOrEqual(6)
  expect(await moveBills(t.bank)).toBe(0)
  expect(await db.sql`select from bill_payments`).toEqual([])
  const next = monthLater(before, before)
  expect(await listOf(ada)).toMatchObject([
    { Id: stuck.publicId, State: 'active', Date: '2020-01-31', LastError: null },
    { Id: tried.publicId, State: 'active', Date: before, LastError: 'Insufficient funds' },
    { Id: failed.publicId, State: 'active', Date: next, LastError: 'None' },
    { Id: monthly.publicId, State: 'active', Date: next, LastError: null },
    { Id: once.publicId, State: 'paid', Date: before, LastError: null },
  ])
  const over = (state: string) => ({ dueOn: before, state, tries: 0 })
  const waiting = { dueOn: next, state: 'waiting', tries: 0 }
  expect(await datesOf(monthly.publicId)).toEqual([over('paid'), waiting])
  expect(await datesOf(once.publicId)).toEqual([over('paid')])
  expect(await datesOf(failed.publicId)).toEqual([over('failed'), waiting])
  expect(await datesOf(gone.publicId)).toEqual([])
  await expectPlaced(db.sql, 'orders_due')
  // Nothing is paid twice, and nothing before its next try.
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
  await db.sql`update bills set state = 'cancelled' where public_id = ${stuck.publicId}`
  await t.ask(skipBill, { id: tried.publicId, date: before }, ada.token)
  const poor = await t.customer()
  const late = await formerBill(poor, { type: 'one time', tries: 2 })
  await moveBills(t.bank)
  t.clock.advance(hour)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 1, failed: 0 })
  t.clock.advance(hour)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 1 })
  expect(await datesOf(late.publicId)).toMatchObject([{ state: 'failed' }])
  expect(await t.findings()).toEqual([])
})

test('the receipt of a payment shows the proof of its approval, moved or not', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const { id } = await formerBill(ada)
  await db.sql`
    insert into passkey_approvals(challenge_hash, customer_id, order_hash, order_text, nonce,
      passkey_name, credential_id, public_key, client_data, authenticator_data, signature,
      approved_at, expires_at, used_at, bill_id)
    values ('moved', ${ada.id}, 'o', 'the order', 'n', 'Phone', 'c', 'k', 'd', 'a', 's', now(),
      now(), now(), ${id})`
  const transactionId = (await payAsBefore(t.bank)) ?? ''
  const receipt = async (of: string) =>
    (await t.ask(transactionReceipt, { transactionId: of }, ada.token)).data as object
  const before = await receipt(transactionId)
  expect(before).toMatchObject({ Approval: { Name: 'Phone', Order: 'the order' } })
  await moveBills(t.bank)
  expect(await receipt(transactionId)).toEqual(before)
  t.clock.advance(31 * 24 * hour)
  expect(await payDueBills(t.bank)).toMatchObject({ paid: 1 })
  const [later] = await db.sql<{ id: string }>`
    select transaction_id as id from orders_due d join orders o on o.id = d.order_id
    where o.bill_id = ${id} and d.state = 'paid' order by d.due_on desc limit 1`
  const token = await t.signInAgain(ada)
  const asked = await t.ask(transactionReceipt, { transactionId: later?.id ?? '' }, token)
  expect(asked.data).toMatchObject({ Approval: { Name: 'Phone', Order: 'the order' } })
})

test('whoever sees, skips or stops a bill finds it moved or moves it', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const [seen, skipped, stopped] = [
    await formerBill(ada, { due: '2090-01-31' }),
    await formerBill(ada, { due: '2090-01-31' }),
    await formerBill(ada, { due: '2090-01-31' }),
  ]
  expect(
    await t.ask(skipBill, { id: skipped.publicId, date: '2090-01-31' }, ada.token),
  ).toMatchObject({ http: 200, data: { Date: '2090-02-28' } })
  const late = await formerBill(ada)
  for (const { publicId } of [stopped, late]) {
    expect(await t.ask(cancelBill, { id: publicId }, ada.token)).toMatchObject({ http: 200 })
  }
  expect(await listOf(ada)).toMatchObject([
    { Id: seen.publicId, Date: '2090-01-31' },
    { Id: skipped.publicId, Date: '2090-02-28' },
  ])
  await moveBills(t.bank)
  for (const { publicId } of [stopped, late]) expect(await datesOf(publicId)).toEqual([])
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 0, failed: 0 })
})

test('what a server of the version before does to a bill that has moved pays it no second time', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const bill = await formerBill(ada)
  const stopped = await formerBill(ada)
  await moveBills(t.bank)
  expect(await payAsBefore(t.bank)).toBeUndefined()
  // It sets aside one that broke before it moved.
  await db.sql`
    update bills set stuck = stuck + 1, next_try_at = ${t.clock.now()} where id = ${bill.id}`
  expect(await payAsBefore(t.bank)).toBeUndefined()
  // It skips a date: refused, rather than paid after all.
  const skipping = db.sql`
    update bills set due_on = '2090-01-01', next_try_at = ${t.clock.now()} where id = ${bill.id}`
  await expect(skipping).rejects.toThrow('its dates are in orders_due')
  // It takes one off the list: that ends its order.
  await db.sql`
    update bills set state = 'cancelled'
    where public_id = ${stopped.publicId} and state <> 'cancelled'`
  expect(await listOf(ada)).toMatchObject([{ Id: bill.publicId, State: 'active' }])
  expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
  expect(await datesOf(stopped.publicId)).toEqual([])
  expect((await ledger.balance(db.sql, { accountId: ada.account.id })).balanceMinor).toBe(90_00n)
})

test.skipIf(!made.url)(
  'a bill that is being paid there does not move until it is paid, and only its next date waits here',
  async () => {
    const ada = await t.customer({ balance: '100.00' })
    const bill = await formerBill(ada)
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const there: Bank = {
      ...t.bank,
      db: {
        ...other,
        transaction: (work) =>
          other.transaction(async (sql) => {
            const result = await work(sql)
            reached.resolve()
            await go.promise
            return result
          }),
      },
    }
    const date = today()
    const paying = payAsBefore(there)
    await reached.promise
    await moveBills(t.bank)
    expect(await datesOf(bill.publicId)).toEqual([])
    const listing = listOf(ada)
    await expect
      .poll(async () => {
        const waiting = await other.sql`
          select from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`
        return waiting.length
      })
      .toBeGreaterThan(0)
    go.resolve()
    expect(await paying).toEqual(expect.any(String))
    expect(await listing).toMatchObject([{ State: 'active', Date: monthLater(date, date) }])
    expect(await datesOf(bill.publicId)).toMatchObject([
      { dueOn: date, state: 'paid' },
      { dueOn: monthLater(date, date), state: 'waiting' },
    ])
  },
)

test('while payers of both versions and the move meet, each date is paid once', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, () => t.customer({ balance: '1000.00' })),
  )
  const [past, now] = ['2025-12-31', today()]
  const bills: string[] = []
  for (const who of people) {
    for (const due of [past, past, now]) bills.push((await formerBill(who, { due })).publicId)
  }
  const there = { ...t.bank, db: other }
  const formerly = async (bank: Bank) => {
    for (let count = 0; count < 60; count += 1) if (!(await payAsBefore(bank))) break
  }
  await Promise.all([
    formerly(there),
    formerly(there),
    ...people.map((who) => listOf(who)),
    moveBills(there),
    runOrders(t.bank),
    runOrders(there),
  ])
  await moveBills(t.bank)
  await runOrders(t.bank)
  let total = 0
  for (const publicId of bills) {
    const dates = await datesOf(publicId)
    const first = dates[0]?.dueOn ?? ''
    expect([past, now]).toContain(first)
    const expected: string[] = []
    for (let due = first; due <= now; due = monthLater(first, due)) expected.push(due)
    const ended = dates.filter(({ state }) => state === 'paid').map(({ dueOn }) => dueOn)
    expect(ended).toEqual(expected)
    expect(dates.filter(({ state }) => state === 'waiting')).toHaveLength(1)
    total += expected.length
  }
  const ids = people.map(({ account }) => account.id)
  const lines = await db.sql`
    select from transactions where account_id = any(${ids}::int8[]) and method = 'bill'`
  expect(lines).toHaveLength(total)
  expect(await t.findings()).toEqual([])
})
