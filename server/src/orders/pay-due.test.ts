import {
  changeStanding,
  createAccount,
  endStanding,
  messages,
  notifications,
  orderStanding,
  pauseStanding,
  resumeStanding,
  type StandingEntry,
  skipStanding,
  standingOrder,
} from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#db/db.ts'
import { nextTry } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { dayWords } from '#kernel/words.ts'
import { balance, closeAccount } from '#ledger/ledger.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { expectPlaced } from '#testing/references.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runOrders } from './pay-due.ts'
import { tellComing } from './tell.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
const hour = 3_600_000
const plain = { pin: '4821', balance: '1000.00', flags: { UseOtp: false } }
const bob = await t.customer()

// An order that a test leaves behind must not be paid in the next one.
beforeEach(async () => {
  await db.sql`delete from orders_due where state in ('waiting', 'paused')`
  await db.sql`update orders set state = 'ended'`
})

const today = () => t.clock.now().toISOString().slice(0, 10)

/** Moves the clock to an hour of a day to come. */
const goTo = (date: string, at = '00:10') =>
  t.clock.advance(Date.parse(`${date}T${at}:00Z`) - t.clock.now().getTime())

type Order = { who: TestCustomer; id: string }

async function order(who: TestCustomer, changes: Record<string, string> = {}): Promise<Order> {
  const form = {
    kind: 'local',
    source_account: who.account.publicId,
    acc_number: bob.account.number,
    acc_name: bob.name,
    amount: '50.00',
    every: 'monthly',
    date: today(),
    pin: '4821',
    ...changes,
  }
  const token = await t.signInAgain(who)
  const made = answerOf(await t.send(orderStanding, form, { token }))
  expect(made, JSON.stringify(made)).toMatchObject({ http: 200 })
  return { who: { ...who, token }, id: (made.data as StandingEntry).Id }
}

type Detail = StandingEntry & { History: Record<string, string>[] }
const detailOf = async ({ who, id }: Order) => {
  const token = await t.signInAgain(who)
  return (await t.ask(standingOrder, { id }, token)).data as Detail
}
const datesOf = async (one: Order) =>
  (await detailOf(one)).History.map(({ Date: date, State }) => `${date} ${State}`).reverse()

const availableOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).availableMinor

const none = { paid: 0, nothing: 0, retry: 0, failed: 0 }

async function savingsOf(who: TestCustomer, currency = 'usd') {
  const token = await t.signInAgain(who)
  const fields = { accountName: 'Savings', accountType: 'savings', currency }
  const made = await t.ask(createAccount, fields as never, token)
  const { Id } = made.data as { Id: string }
  const [row] = await db.sql<{ id: bigint; number: string }>`
    select l.id, a.number from ledger_accounts l join accounts a on a.account_id = l.id
    where l.public_id = ${Id}`
  if (!row) throw new Error('an account that was made is there')
  return { publicId: Id, ...row }
}

test('the 31st is kept over short months, each date is paid once and not before its day begins', async () => {
  goTo('2031-01-30', '23:50')
  const ada = await t.customer(plain)
  const rent = await order(ada, { date: '2031-01-31', description: 'rent' })
  const before = await availableOf(bob)
  expect(await runOrders(t.bank)).toEqual(none)
  for (const date of ['2031-01-31', '2031-02-27', '2031-02-28', '2031-03-30', '2031-03-31']) {
    goTo(date)
    await Promise.all([runOrders(t.bank), runOrders(t.bank)])
  }
  expect(await datesOf(rent)).toEqual(['2031-01-31 paid', '2031-02-28 paid', '2031-03-31 paid'])
  expect(await availableOf(bob)).toBe(before + 150_00n)
  expect((await detailOf(rent)).Dates[0]).toBe('2031-04-30')
  expect((await detailOf(rent)).History[0]).toMatchObject({ Amount: '50.00' })
  await expectPlaced(db.sql, 'orders_due')
})

test('after a standstill every date that passed is paid, in order, up to the number of times', async () => {
  const ada = await t.customer(plain)
  const weekly = await order(ada, { every: 'weekly', times: '4', amount: '300.00' })
  const first = today()
  t.clock.advance(100 * 24 * hour)
  // The money is enough for three: the fourth is the one that waits.
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 3, retry: 1 })
  await t.fund(ada, '300.00')
  t.clock.advance(24 * hour)
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await datesOf(weekly)).toEqual([0, 7, 14, 21].map((n) => `${dayAfter(first, n)} paid`))
  expect(await detailOf(weekly)).toMatchObject({ State: 'done', Dates: [] })
})

test('an order for once is paid on its day and is done', async () => {
  const ada = await t.customer(plain)
  const once = await order(ada, { every: 'once' })
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await runOrders(t.bank)).toEqual(none)
  expect(await detailOf(once)).toMatchObject({ State: 'done', LastError: null })
})

test('money that is missing is tried for at the hours, then on two bank days, then told', async () => {
  // A Friday.
  goTo('2033-03-11')
  const ada = await t.customer({ ...plain, balance: '10.00' })
  const rent = await order(ada)
  const tried: string[] = []
  expect(await runOrders(t.bank)).toEqual({ ...none, retry: 1 })
  expect(await detailOf(rent)).toMatchObject({ LastError: messages.insufficientFunds, Short: true })
  for (let hours = 0; hours < 24 * 7; hours += 1) {
    t.clock.advance(hour)
    const { retry, failed } = await runOrders(t.bank)
    if (retry + failed > 0) tried.push(t.clock.now().toISOString().slice(5, 13))
  }
  const days = ['03-11', '03-14', '03-15']
  expect(tried).toEqual(days.flatMap((day) => ['06', '12', '18'].map((at) => `${day}T${at}`)))
  expect(await datesOf(rent)).toEqual(['2033-03-11 failed'])
  expect((await detailOf(rent)).Dates[0]).toBe('2033-04-11')
  await t.told()
  const told = await db.sql<{ title: string; warns: boolean }>`
    select title, warns from notifications where customer_id = ${ada.id} order by id`
  expect(told.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Standing order waits', 'Transfer failed']),
  )
  expect(await availableOf(ada)).toBe(10_00n)
})

test('what comes in between is enough, and hours and days are those of the bank', async () => {
  const settings = { orderTryHours: [6, 12, 18], orderTryDays: 2, bankZone: 'America/New_York' }
  const next = (now: string) => nextTry({ now: new Date(now), triedOn: '2027-03-12' }, settings)
  // The clocks go forward on the Sunday in between.
  expect(next('2027-03-12T05:00:00Z')?.toISOString()).toBe('2027-03-12T11:00:00.000Z')
  expect(next('2027-03-12T23:00:00Z')?.toISOString()).toBe('2027-03-15T10:00:00.000Z')
  expect(next('2027-03-16T22:00:00Z')).toBeNull()
  const ada = await t.customer({ ...plain, balance: '10.00' })
  goTo('2033-06-01')
  const rent = await order(ada)
  await runOrders(t.bank)
  await t.fund(ada, '40.00')
  goTo('2033-06-01', '06:00')
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await datesOf(rent)).toEqual(['2033-06-01 paid'])
})

test('all above an amount goes to an own account, also in another currency; nothing above is no failure', async () => {
  const ada = await t.customer(plain)
  const [savings, euros] = [await savingsOf(ada), await savingsOf(ada, 'eur')]
  const above = { kind: 'own', above: 'true', amount: '400.00', every: 'weekly' }
  const sweep = await order(ada, { ...above, destination_account: savings.publicId })
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await availableOf(ada)).toBe(400_00n)
  expect(await balance(db.sql, { accountId: savings.id })).toMatchObject({ balanceMinor: 600_00n })
  goTo(dayAfter(today(), 7))
  expect(await runOrders(t.bank)).toEqual({ ...none, retry: 1 })
  goTo(today(), '18:00')
  expect(await runOrders(t.bank)).toEqual({ ...none, nothing: 1 })
  expect(await datesOf(sweep)).toEqual([
    expect.stringMatching('paid'),
    expect.stringMatching('nothing'),
  ])
  goTo(dayAfter(today(), 1))
  await order(ada, {
    ...above,
    amount: '300.00',
    every: 'once',
    destination_account: euros.publicId,
  })
  expect(await runOrders(t.bank)).toMatchObject({ paid: 1 })
  expect(await availableOf(ada)).toBe(300_00n)
  expect((await balance(db.sql, { accountId: euros.id })).balanceMinor).toBeGreaterThan(80_00n)
  expect(await t.findings()).toEqual([])
})

test('what lies above and buys no cent of the other currency is nothing to move', async () => {
  const ada = await t.customer(plain)
  const nairas = await savingsOf(ada, 'ngn')
  await t.fund({ ...ada, account: { ...ada.account, number: nairas.number } }, '105.00')
  const sweep = await order(ada, {
    ...{ kind: 'own', above: 'true', amount: '100.00', every: 'once' },
    ...{ source_account: nairas.publicId, destination_account: ada.account.publicId },
  })
  expect(await runOrders(t.bank)).toEqual({ ...none, retry: 1 })
  goTo(today(), '18:00')
  expect(await runOrders(t.bank)).toEqual({ ...none, nothing: 1 })
  expect(await datesOf(sweep)).toEqual([expect.stringMatching('nothing')])
})

test('an own account that was renamed is called by its name of today', async () => {
  const ada = await t.customer(plain)
  const savings = await savingsOf(ada)
  const moved = await order(ada, { kind: 'own', destination_account: savings.publicId })
  await db.sql`update accounts set name = 'House' where account_id = ${savings.id}`
  const token = await t.signInAgain(ada)
  const { data } = await t.ask(standingOrder, { id: moved.id }, token)
  expect(data).toMatchObject({ Name: 'House' })
})

test('what lies above is what fails, and a closed account ends it though nothing lies above', async () => {
  // A Friday.
  goTo('2033-07-15')
  const above = { kind: 'own', above: 'true', amount: '400.00', every: 'weekly' }
  const ada = await t.customer(plain)
  const savings = await savingsOf(ada)
  const sweep = await order(ada, { ...above, destination_account: savings.publicId })
  await db.sql`update customers set allow_transfer = false where id = ${ada.id}`
  for (const date of [0, 3, 4].map((days) => dayAfter('2033-07-15', days))) {
    goTo(date, '18:00')
    await runOrders(t.bank)
  }
  const missed = { State: 'failed', Amount: '600.00' }
  expect(await detailOf(sweep)).toMatchObject({ State: 'active', History: [missed] })
  const [told] = await db.sql<{ body: string }>`
    select body from notifications where customer_id = ${ada.id} and title = 'Standing order waits'`
  expect(told?.body).toContain('$600.00')

  const empty = await t.customer({ pin: '4821', flags: plain.flags })
  await db.sql`update customers set allow_transfer = true where id = ${ada.id}`
  const gone = await order(empty, {
    ...above,
    destination_account: (await savingsOf(empty)).publicId,
  })
  const full = await order(ada, { ...above, destination_account: savings.publicId })
  for (const accountId of [empty.account.id, savings.id]) {
    await db.transaction((sql) => closeAccount(sql, { accountId, at: t.clock.now() }))
  }
  expect(await runOrders(t.bank)).toMatchObject({ nothing: 0, retry: 0 })
  const reason = (name: string, number: string) => `Your account ${name}, ${number}, is closed`
  const from = { Reason: reason(empty.account.name, empty.account.number) }
  expect(await detailOf(gone)).toMatchObject({
    State: 'ended',
    History: [{ ...from, State: 'failed', Amount: null }],
  })
  const into = { Reason: reason('Savings', savings.number) }
  expect(await detailOf(full)).toMatchObject({ State: 'ended', History: [{ ...into, ...missed }] })
  const [ended] = await db.sql<{ body: string }>`
    select body from notifications
    where customer_id = ${empty.id} and title = 'Standing order ended'`
  expect(ended?.body).toContain(from.Reason)
})

test('an exchange of all above locks the accounts of the bank with those of the customer', async () => {
  const ada = await t.customer(plain)
  const euros = await savingsOf(ada, 'eur')
  const above = { kind: 'own', above: 'true', amount: '400.00', every: 'once' }
  await order(ada, { ...above, destination_account: euros.publicId })
  const locked: string[][] = []
  const watch = (sql: Sql): Sql =>
    (async (strings, ...values) => {
      const rows = await sql(strings, ...values)
      const mine = await sql<{ name: string }>`
        select coalesce(split_part(code, ':', 1), 'own') as name from ledger_accounts
        where xmax::text = pg_current_xact_id()::text order by id`
      if (mine.length > 0) locked.push(mine.map(({ name }) => name))
      return rows
    }) as Sql
  const watched: Db = { ...db, transaction: (work) => db.transaction((sql) => work(watch(sql))) }
  expect(await runOrders({ ...t.bank, db: watched })).toEqual({ ...none, paid: 1 })
  // The first that locks any: who locked the bank's own after that would go against the order of all.
  expect(locked[0]).toEqual(['fx', 'fx', 'own', 'own'])
})

test('what leaves the bank is held for its rail, and what waits for the operator too', async () => {
  const ada = await t.customer({ ...plain, flags: { UseOtp: false, PendingTransfer: true } })
  const bank = { kind: 'bank', acc_number: '123456789', acc_name: 'Priya', bank: 'Chase' }
  const out = await order(ada, bank)
  const local = await order(ada)
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 2 })
  expect(await datesOf(out)).toEqual([`${today()} pending`])
  expect(await datesOf(local)).toEqual([`${today()} pending`])
  expect(await availableOf(ada)).toBe(900_00n)
  const held = await db.sql<{ rail: string; review: boolean }>`
    select rail, review from transfers where customer_id = ${ada.id} order by rail`
  expect(held).toEqual([
    { rail: 'bank', review: true },
    { rail: 'inside', review: true },
  ])
})

test('limits, a freeze and a switch hold on the day, whatever was approved', async () => {
  const ada = await t.customer({ ...plain, balance: '60000.00' })
  const large = await order(ada, { amount: '49000.00' })
  const second = await order(ada, { amount: '2000.00' })
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1, retry: 1 })
  expect(await detailOf(second)).toMatchObject({ LastError: messages.dailyLimit })
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  goTo(dayAfter(today(), 32))
  expect(await runOrders(t.bank)).toMatchObject({ paid: 0 })
  expect(await detailOf(large)).toMatchObject({ LastError: messages.frozen })
})

test('an account that is closed ends the order on its date, which says whose account that is', async () => {
  const [ada, cy] = [await t.customer(plain), await t.customer()]
  const gone = await order(ada, { acc_number: cy.account.number })
  // As if it had been ordered while the account was being closed.
  await db.transaction((sql) => closeAccount(sql, { accountId: cy.account.id, at: t.clock.now() }))
  expect(await runOrders(t.bank)).toEqual({ ...none, failed: 1 })
  const reason = `The account of ${cy.name}, ${cy.account.number}, is closed`
  expect(await detailOf(gone)).toMatchObject({
    State: 'ended',
    Dates: [],
    LastError: reason,
    History: [{ State: 'failed', Reason: reason }],
  })
  const [told] = await db.sql<{ title: string; body: string }>`
    select title, body from notifications where customer_id = ${ada.id} order by id desc limit 1`
  expect(told).toEqual({
    title: 'Standing order ended',
    body: `${cy.name}, $50.00: ${reason}. Nothing is paid any more.`,
  })
})

test('two days before a notice comes, once, and warns where the money will not do', async () => {
  goTo('2034-05-01')
  const ada = await t.customer(plain)
  const date = '2034-05-10'
  await order(ada, { date })
  await order(ada, { date, amount: '1000.01', description: 'too much' })
  await order(ada, { date: '2034-05-02', amount: '1.00' })
  // Its date is never paid: who was told of it would wait for it in vain.
  const { id: over } = await order(ada, { date, description: 'over' })
  await db.sql`update orders set state = 'ended' where public_id = ${over}`
  goTo('2034-05-07', '23:00')
  expect(await tellComing(t.bank)).toBe(0)
  goTo('2034-05-08')
  expect(await tellComing(t.bank)).toBe(2)
  expect(await tellComing(t.bank)).toBe(0)
  const token = await t.signInAgain(ada)
  const { List } = (await t.ask(notifications, { page: '1' } as never, token)).data as {
    List: { Title: string; Body: string; Warns?: boolean }[]
  }
  const told = List.filter(({ Body }) => Body.includes(dayWords(date)))
  expect(told.map(({ Warns }) => Warns === true).sort()).toEqual([false, true])
  expect(told.find(({ Warns }) => Warns)?.Body).toContain('$1,000.01')
})

test('a date is left out, a rest lets dates pass, and an order that ended is over', async () => {
  goTo('2035-01-30')
  const ada = await t.customer(plain)
  const rent = await order(ada, { date: '2035-01-31' })
  const ask = async (call: typeof endStanding | typeof skipStanding, date = '2035-01-31') => {
    const token = await t.signInAgain(ada)
    return answerOf(await t.send(call, { id: rent.id, date }, { token }))
  }
  expect((await ask(skipStanding)).data).toMatchObject({
    Dates: ['2035-02-28', '2035-03-31', '2035-04-30'],
  })
  const over = { message: 'This standing order is no longer due on that date' }
  expect(await ask(skipStanding)).toEqual(refusedWith('order_date_over', over))
  goTo('2035-02-27')
  expect((await ask(pauseStanding as never)).data).toMatchObject({ State: 'paused' })
  goTo('2035-04-15')
  const { Dates } = await detailOf(rent)
  expect(Dates).toEqual(['2035-04-30', '2035-05-31', '2035-06-30'])
  expect(await runOrders(t.bank)).toEqual(none)
  expect(await tellComing(t.bank)).toBe(0)
  expect((await ask(resumeStanding as never)).data).toMatchObject({ State: 'active' })
  goTo('2035-04-30')
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await datesOf(rent)).toEqual([
    '2035-01-31 skipped',
    '2035-02-28 skipped',
    '2035-03-31 skipped',
    '2035-04-30 paid',
  ])
  expect((await ask(endStanding)).http).toBe(200)
  const ended = refusedWith('order_over', { message: 'This standing order has ended' })
  expect(await ask(endStanding)).toEqual(ended)
  expect(await ask(pauseStanding as never)).toEqual(ended)
  const token = await t.signInAgain(ada)
  const unknown = await t.ask(endStanding, { id: 'x' }, token)
  expect(unknown).toMatchObject({ message: 'This standing order is not on your list' })
  goTo('2035-06-01')
  expect(await runOrders(t.bank)).toEqual(none)
  expect(await detailOf(rent)).toMatchObject({ State: 'ended', Dates: [] })
})

test('while an order rests the next date to come is left out, with those that passed', async () => {
  goTo('2036-01-30')
  const ada = await t.customer(plain)
  const rent = await order(ada, { date: '2036-01-31' })
  const ask = async (call: typeof pauseStanding, date = '') => {
    const token = await t.signInAgain(ada)
    return answerOf(await t.send(call, { id: rent.id, date }, { token }))
  }
  await ask(pauseStanding)
  goTo('2036-04-15')
  const over = refusedWith('order_date_over', {
    message: 'This standing order is no longer due on that date',
  })
  expect(await ask(skipStanding as never, '2036-01-31')).toEqual(over)
  expect((await ask(skipStanding as never, '2036-04-30')).data).toMatchObject({
    State: 'paused',
    Dates: ['2036-05-31', '2036-06-30', '2036-07-31'],
  })
  await ask(resumeStanding as never)
  goTo('2036-05-31')
  expect(await runOrders(t.bank)).toEqual({ ...none, paid: 1 })
  expect(await datesOf(rent)).toEqual([
    '2036-01-31 skipped',
    '2036-02-29 skipped',
    '2036-03-31 skipped',
    '2036-04-30 skipped',
    '2036-05-31 paid',
  ])
})

test('less is changed at once, more needs an approval, and a shorter end can be the last', async () => {
  const ada = await t.customer(plain)
  const rent = await order(ada, { date: '2040-01-31', until: '2040-12-31', times: '6' })
  const change = async (changes: Record<string, string>) => {
    const token = await t.signInAgain(ada)
    const now = { amount: '50.00', until: '2040-12-31', times: '6', ...changes }
    return answerOf(await t.send(changeStanding, { id: rent.id, ...now }, { token }))
  }
  for (const more of [
    { amount: '50.01' },
    { until: '2041-01-01' },
    { until: '' },
    { times: '7' },
    { times: '' },
  ]) {
    expect(await change(more), JSON.stringify(more)).toEqual(refusedWith('approval_required'))
    expect(await change({ ...more, pin: '4822' })).toMatchObject({ code: 'pin_wrong' })
    await db.sql`update customers set pin_tries = 0, pin_tries_total = 0 where id = ${ada.id}`
  }
  expect((await change({ amount: '40.00', description: 'less' })).data).toMatchObject({
    Amount: '40.00',
    Description: 'less',
  })
  expect((await change({ amount: '45.00', times: '8', pin: '4821' })).data).toMatchObject({
    Amount: '45.00',
    Times: 8,
  })
  expect(await change({ until: '2040-01-30' })).toEqual(
    refusedWith('invalid', {
      message: 'Select an end that is not before the first date',
      field: 'until',
    }),
  )
  const [order31] = (await detailOf(rent)).Dates
  expect(order31).toBe('2040-01-31')
})

test('a worker that dies in the middle, at any step, leaves all or nothing', async () => {
  const ada = await t.customer(plain)
  for (let step = 1; step <= 14; step += 1) {
    const rent = await order(ada, { every: 'once', amount: '1.00' })
    const before = await availableOf(ada)
    const dying: Bank = { ...t.bank, db: dyingAt(db, step) }
    await runOrders(dying).catch(() => undefined)
    t.clock.advance(2 * hour)
    await runOrders(t.bank)
    expect(await availableOf(ada), `step ${step}`).toBe(before - 1_00n)
    expect(await datesOf(rent)).toHaveLength(1)
  }
  expect(await t.findings()).toEqual([])
})

test('a date that is skipped while it is being paid is either, and never both', async () => {
  const ada = await t.customer({ ...plain, balance: '1000.00' })
  for (let round = 0; round < 5; round += 1) {
    const one = await order(ada, { amount: '1.00' })
    const before = await availableOf(ada)
    const token = await t.signInAgain(ada)
    const [, skipped] = await Promise.all([
      runOrders(t.bank),
      t.send(skipStanding, { id: one.id, date: today() }, { token }),
      runOrders(t.bank),
    ])
    const isSkipped = skipped.statusCode === 200
    expect(await availableOf(ada)).toBe(isSkipped ? before : before - 1_00n)
    expect(await datesOf(one)).toEqual([`${today()} ${isSkipped ? 'skipped' : 'paid'}`])
  }
})

test('a clock that jumps back pays nothing again, and one that jumps on is caught up', async () => {
  const ada = await t.customer(plain)
  const weekly = await order(ada, { every: 'weekly', amount: '10.00' })
  await runOrders(t.bank)
  t.clock.advance(15 * 24 * hour)
  await runOrders(t.bank)
  const dates = await datesOf(weekly)
  expect(dates).toHaveLength(3)
  t.clock.advance(-10 * 24 * hour)
  await runOrders(t.bank)
  t.clock.advance(10 * 24 * hour)
  await runOrders(t.bank)
  expect(await datesOf(weekly)).toEqual(dates)
  expect(await availableOf(ada)).toBe(970_00n)
})

test('what was ordered since a thief came is ended with the rest that he set up', async () => {
  const { undoSince } = await import('#auth/void-since.ts')
  const ada = await t.customer(plain)
  const old = await order(ada, { date: '2045-01-01' })
  t.clock.advance(hour)
  const since = t.clock.now()
  const theirs = await order(ada, { date: '2045-01-01' })
  const event = { customerId: ada.id, since, now: t.clock.now(), sparesKnown: false }
  const words = await db.transaction((sql) => undoSince(sql, event))
  expect(words).toContain(`standing order to ${bob.name}`)
  expect(await detailOf(theirs)).toMatchObject({ State: 'ended' })
  expect(await detailOf(old)).toMatchObject({ State: 'active' })
})

// shows D147
test('who has only the session starts no order again, and what a thief started is ended', async () => {
  const { undoSince } = await import('#auth/void-since.ts')
  const ada = await t.customer(plain)
  const rent = await order(ada, { date: '2045-01-01' })
  const stolen = rent.who.token
  const { id } = rent
  expect((await t.ask(pauseStanding, { id }, stolen)).http).toBe(200)
  t.clock.advance(hour / 10)
  const since = t.clock.now()
  expect(await t.ask(resumeStanding, { id }, stolen)).toEqual(refusedWith('reauth_required'))
  expect(await detailOf(rent)).toMatchObject({ State: 'paused' })
  const token = await t.signInAgain(ada)
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await t.ask(resumeStanding, { id }, token)).toEqual(refusedWith('frozen'))
  expect(await detailOf(rent)).toMatchObject({ State: 'paused' })
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  expect(await t.ask(resumeStanding, { id }, token)).toMatchObject({ data: { State: 'active' } })
  const event = { customerId: ada.id, since, now: t.clock.now(), sparesKnown: false }
  expect(await db.transaction((sql) => undoSince(sql, event))).toContain('standing order to')
  const [ended] = await db.sql<{ state: string }>`select state from orders where public_id = ${id}`
  expect(ended).toEqual({ state: 'ended' })
})
