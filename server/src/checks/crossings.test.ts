import {
  askForMoney,
  autoRepayLoan,
  cardFreeze,
  changeStanding,
  closePot,
  exportStatement,
  freeze,
  initUser,
  loans,
  pauseStanding,
  resumeStanding,
  roundUpPot,
  saveLimits,
  skipStanding,
  transferExternal,
  transferLocal,
  undoTransfer,
} from '@passbook/contract'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { authorise, reverse } from '#card-controls/payments.ts'
import { readMonth } from '#documents/month.ts'
import { forecastOf } from '#forecast/forecast.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { houseBalances } from '#ledger/chart.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { startCooling } from '#security/cooling.ts'
import { crossingBank } from '#testing/crossing-bank.ts'
import { byLength } from '#testing/length.ts'
import { makeDb } from '#testing/make-db.ts'
import { forward } from '#testing/pass-days.ts'
import { potOwner } from '#testing/pot-owner.ts'
import type { TestCustomer } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// Where two things that move money meet. What comes of each is worked out here by hand, in cents.
const db = await testDb()
const b = await crossingBank(db, '2027-03-05')
const { as, order, payee, person, money, shown, inDays, liveTo, goTo, run, today } = b
const { filled, move, make } = potOwner(b)
const shop = await b.customer()
afterAll(() => b.stop())

// What one test leaves to be paid is no part of the next.
beforeEach(async () => {
  await db.sql`delete from orders_due where state in ('waiting', 'paused')`
  await db.sql`update bills set state = 'cancelled' where state = 'active'`
  await db.sql`update orders set state = 'ended' where state in ('active', 'paused')`
  await db.sql`update loans set auto_account_id = null`
})

// The books are sound, and every account has what its own lines, holds and pots come to.
afterEach(async () => {
  expect(await b.findings()).toEqual([])
  const accounts = await db.sql<{ id: bigint; balance: bigint; held: bigint }>`
    select a.account_id as id, l.balance_minor as balance, l.held_minor as held
    from accounts a join ledger_accounts l on l.id = a.account_id`
  const lines = await db.sql<{ id: bigint; type: string; state: string; amount: bigint }>`
    select account_id as id, type, state, amount_minor as amount from transactions`
  const pots = await db.sql<{ id: bigint; amount: bigint }>`
    select account_id as id, balance_minor as amount from pots`
  for (const { id, balance, held } of accounts) {
    const own = lines.filter((line) => line.id === id)
    const sum = (of: { amount: bigint }[]) => of.reduce((total, { amount }) => total + amount, 0n)
    const done = own.filter(({ state }) => state === 'completed')
    const [into, out] = ['credit', 'debit'].map((type) => sum(done.filter((l) => l.type === type)))
    expect(balance).toBe((into ?? 0n) - (out ?? 0n))
    const waiting = own.filter(({ type, state }) => type === 'debit' && state === 'pending')
    expect(held).toBe(sum(waiting) + sum(pots.filter((pot) => pot.id === id)))
  }
})

const local = (from: TestCustomer, to: TestCustomer, amount: string, more: object = {}) =>
  as(from, transferLocal, {
    ...{ source_account: from.account.publicId, amount, pin: '4821', ...payee(to), ...more },
  })
const outside = (from: TestCustomer, amount: string) =>
  as(from, transferExternal, {
    ...{ source_account: from.account.publicId, amount, pin: '4821', otp: '' },
    ...{ acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase', bank_name: 'Chase' },
  })
const lineOf = ({ data }: { data?: unknown }) =>
  (data as { transaction: { Id: string } }).transaction.Id

/** The loan's name, paid out into the account; 600.00 cost 53.31 a month, and 53.32 in the last. */
async function borrow(who: TestCustomer, auto?: { account: string; amount: string }) {
  const id = await askForLoan(b.bank, who.id, { account: who.account.publicId, amount: 600_00n })
  await db.transaction((sql) => approveLoan(b.bank, sql, { id }))
  if (auto)
    expect(await as(who, autoRepayLoan, { id, on: true, ...auto })).toMatchObject({ http: 200 })
  const { data } = await as(who, loans)
  const [loan] = (data as { List: { NextDue: { Date: string; Amount: string } }[] }).List
  return { id, due: loan?.NextDue.Date ?? '' }
}

async function cardOf(who: TestCustomer): Promise<string> {
  const { data } = await as(who, initUser)
  return (data as { cards: { Id: string }[] }).cards[0]?.Id ?? ''
}

const atShop = (cardId: string, amountMinor: bigint) =>
  db.transaction((sql) =>
    authorise(b.bank, sql, { cardId, amountMinor, merchant: 'Shop', online: false, abroad: false }),
  )

test('closing × a transfer that waits for review: its payer gets the money back, the closed account nothing', async () => {
  const [ada, bo] = [
    await person('100.00', { flags: { UseOtp: false, PendingTransfer: true } }),
    await b.customer(),
  ]
  const id = lineOf(await local(ada, bo, '30.00'))
  expect(await money(ada.account)).toEqual([100_00n, 30_00n])
  await run('close-account', bo.account.number)
  await expect(run('settle', id)).rejects.toThrow('This account is closed')
  expect(await money(ada.account)).toEqual([100_00n, 30_00n])
  await run('fail', id, 'closed')
  expect(await money(ada.account)).toEqual([100_00n, 0n])
  expect(await money(bo.account)).toEqual([0n, 0n])
})

test('closing × the time to call back: what was on its way to the account comes back by itself', async () => {
  const [ada, bo] = [await person('100.00'), await b.customer()]
  const id = lineOf(await local(ada, bo, '30.00', { undo_seconds: '30' }))
  expect(await money(ada.account)).toEqual([100_00n, 30_00n])
  await run('close-account', bo.account.number)
  await goTo(inDays(1))
  await goTo(today(), 6)
  expect(await money(ada.account)).toEqual([100_00n, 0n])
  const [line] =
    await db.sql`select state, failure_reason as why from transactions where id = ${id}`
  expect(line).toEqual({ state: 'failed', why: 'This account is closed' })
})

test('closing × a date that is being retried: money that comes afterwards stays', async () => {
  const ada = await person('5.00')
  const spare = await b.second(ada)
  const id = await order(ada, { kind: 'own', destination_account: spare.publicId, amount: '20.00' })
  await goTo(inDays(1), 6)
  expect(await shown(ada, id)).toMatchObject({ LastError: 'Insufficient funds' })
  await run('close-account', spare.number)
  await b.fund(ada, '95.00')
  await liveTo(inDays(4))
  expect(await money(ada.account)).toEqual([100_00n, 0n])
  expect(await shown(ada, id)).toMatchObject({ State: 'ended', History: [] })
})

test('closing × requests: who pays one afterwards is told that it is over, and keeps the money', async () => {
  const [ada, bea] = [await person('50.00'), await person('10.00')]
  const spare = await b.second(bea)
  const asked = await as(bea, askForMoney, { account: spare.publicId, amount: '12.50', note: '' })
  const request = (asked.data as { Link: string }).Link.split('/pay/')[1]
  await run('close-account', spare.number)
  const to = { ...bea, account: spare }
  expect(await local(ada, to, '12.50', { request })).toMatchObject({ status: 'failed' })
  expect(await money(ada.account)).toEqual([50_00n, 0n])
})

test('closing × automatic repayment: its day passes unpaid, and another account pays at the next try', async () => {
  const ada = await person('400.00')
  const spare = await b.second(ada)
  const loan = await borrow(ada, { account: spare.publicId, amount: '53.31' })
  await run('close-account', spare.number)
  await goTo(loan.due, 6)
  expect(await money(ada.account)).toEqual([1_000_00n, 0n])
  const again = { id: loan.id, on: true, account: ada.account.publicId, amount: '53.31' }
  expect(await as(ada, autoRepayLoan, again)).toMatchObject({ http: 200 })
  await goTo(today(), 12)
  expect(await money(ada.account)).toEqual([1_000_00n - 53_31n, 0n])
})

test('freeze × an order, a bill, a pot and an instalment of one day: nothing moves, and thawed each moves once', async () => {
  const ada = await person('500.00')
  const pot = await filled({ ...ada, token: await b.signInAgain(ada) }, '1.00')
  const loan = await borrow(ada, { account: ada.account.publicId, amount: '53.31' })
  await goTo(dayAfter(loan.due, -1), 12)
  await order(ada, { amount: '20.00', ...payee(shop) })
  await order(ada, { kind: 'pot', pot_id: pot, amount: '5.00' })
  await b.bill(ada, 7_00n, { type: 'recurring' })
  expect(await as(ada, freeze, { frozen: 'true' })).toMatchObject({ http: 200 })
  await goTo(loan.due)
  expect(await money(ada.account)).toEqual([1_100_00n, 1_00n])
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  await liveTo(dayAfter(loan.due, 1))
  // The bill's tries are hours apart, the order's at 6, 12 and 18, the loan's every six hours.
  expect(await money(ada.account)).toEqual([1_100_00n - 20_00n - 7_00n - 53_31n, 6_00n])
})

test('undo × round-ups: what was called back gathers nothing, what stays gathers once', async () => {
  const ada = await person('100.00')
  const fresh = { ...ada, token: await b.signInAgain(ada) }
  const { data } = await make(fresh)
  await as(ada, roundUpPot, { id: (data as { Id: string }).Id, on: 'true' })
  const [first, second] = [await b.customer(), await b.customer()]
  const undone = lineOf(await local(ada, first, '7.25', { undo_seconds: '30' }))
  const kept = await local(ada, second, '3.10', { undo_seconds: '30' })
  expect(kept).toMatchObject({ http: 200 })
  expect(await as(ada, undoTransfer, { id: undone })).toMatchObject({ http: 200 })
  await goTo(inDays(1))
  await b.told()
  await b.jobs()
  // 3.10 is rounded up to 4.00.
  expect(await money(ada.account)).toEqual([96_90n, 90n])
})

test('round-ups × a pot that is closed before they are made: nothing is set aside', async () => {
  const ada = await person('100.00')
  const { data } = await make({ ...ada, token: await b.signInAgain(ada) })
  const { Id: pot } = data as { Id: string }
  await as(ada, roundUpPot, { id: pot, on: 'true' })
  await local(ada, shop, '7.25')
  await as(ada, closePot, { id: pot })
  await b.told()
  await b.jobs()
  expect(await money(ada.account)).toEqual([92_75n, 0n])
})

test('pause × a date that is being retried: resumed on its day it is paid once, a day later it is skipped', async () => {
  const [ada, eve] = [await person('10.00'), await person('10.00')]
  const orders = [ada, eve].map((who) =>
    order(who, { amount: '60.00', every: 'weekly', ...payee(shop) }),
  )
  const [first = '', second = ''] = await Promise.all(orders)
  const due = inDays(1)
  await goTo(due)
  for (const [who, id] of [
    [ada, first],
    [eve, second],
  ] as const) {
    expect(await as(who, pauseStanding, { id })).toMatchObject({ http: 200 })
    expect(await shown(who, id)).toMatchObject({ LastError: null, History: [{ State: 'waiting' }] })
    await b.fund(who, '90.00')
  }
  expect(await as(ada, resumeStanding, { id: first })).toMatchObject({ http: 200 })
  await liveTo(inDays(1))
  expect(await as(eve, resumeStanding, { id: second })).toMatchObject({ http: 200 })
  await liveTo(dayAfter(due, 7))
  // Of two weeks the one pays both as far as the money goes: 100 - 60 leaves 40, which is too little.
  expect(await money(ada.account)).toEqual([40_00n, 0n])
  expect(await money(eve.account)).toEqual([40_00n, 0n])
  const [skipped] = (await shown(eve, second)).History.slice(-1)
  expect(skipped).toMatchObject({ Date: due, State: 'skipped', Reason: 'Insufficient funds' })
})

test('a lower amount × a retry: the next try pays the lower one, once', async () => {
  const ada = await person('30.00')
  const id = await order(ada, { amount: '60.00', ...payee(shop) })
  await goTo(inDays(1))
  const less = { id, amount: '25.00', description: '', until: '', times: '' }
  expect(await as(ada, changeStanding, less)).toMatchObject({ http: 200 })
  await liveTo(inDays(3))
  expect(await money(ada.account)).toEqual([5_00n, 0n])
})

test('two orders × one sum of money: the second is told as short before, waits, and fails alone', async () => {
  const ada = await person('100.00')
  const date = inDays(4)
  const [first, second] = [
    await order(ada, { amount: '60.00', date, ...payee(shop) }),
    await order(ada, { amount: '60.00', date, ...payee(shop) }),
  ]
  await goTo(dayAfter(date, -2))
  expect([await shown(ada, first), await shown(ada, second)].map(({ Short }) => Short)).toEqual([
    false,
    true,
  ])
  await goTo(date)
  await goTo(dayAfter(date, 7))
  expect(await money(ada.account)).toEqual([40_00n, 0n])
  const states = [await shown(ada, first), await shown(ada, second)].map(
    ({ History }) => History[0]?.State,
  )
  expect(states).toEqual(['paid', 'failed'])
})

test('an order × a loan of one day with money for one: the order is paid, the loan once money comes', async () => {
  const ada = await person('10.00')
  const loan = await borrow(ada, { account: ada.account.publicId, amount: '53.31' })
  await local(ada, shop, '550.00')
  await goTo(dayAfter(loan.due, -1))
  await order(ada, { amount: '50.00', ...payee(shop) })
  await goTo(loan.due)
  expect(await money(ada.account)).toEqual([10_00n, 0n])
  await b.fund(ada, '50.00')
  await liveTo(inDays(1))
  expect(await money(ada.account)).toEqual([6_69n, 0n])
})

test('a card’s hold × a pot × an order: each finds what the others leave, and a hold that ends lets it go', async () => {
  const ada = await person('100.00')
  const hold = await atShop(await cardOf(ada), 40_00n)
  expect(hold.refused).toBeNull()
  await filled({ ...ada, token: await b.signInAgain(ada) }, '50.00')
  const id = await order(ada, { amount: '20.00', ...payee(shop) })
  await goTo(inDays(1))
  expect(await shown(ada, id)).toMatchObject({ LastError: 'Insufficient funds' })
  expect(await money(ada.account)).toEqual([100_00n, 90_00n])
  await db.transaction((sql) => reverse(b.bank, sql, hold))
  await goTo(today(), 6)
  expect(await money(ada.account)).toEqual([80_00n, 50_00n])
})

test('a frozen card × standing orders: the card pays nothing, the orders go on', async () => {
  const ada = await person('100.00')
  const card = await cardOf(ada)
  expect(await as(ada, cardFreeze, { id: card })).toMatchObject({ http: 200 })
  await order(ada, { amount: '20.00', ...payee(shop) })
  await goTo(inDays(1))
  expect((await atShop(card, 5_00n)).refused).not.toBeNull()
  expect(await money(ada.account)).toEqual([80_00n, 0n])
})

test('currencies × tiny amounts: all above buys no cent of 0.01, and what it buys of 0.55 is rounded down', async () => {
  const [ada, eve] = [await person('100.01'), await person('100.55')]
  const euros = [await b.second(ada, { currency: 'eur' }), await b.second(eve, { currency: 'eur' })]
  for (const [index, who] of [ada, eve].entries()) {
    const to = euros[index]?.publicId ?? ''
    await order(who, { kind: 'own', destination_account: to, above: 'true', amount: '100.00' })
  }
  await liveTo(inDays(1))
  expect(await money(ada.account)).toEqual([100_01n, 0n])
  expect(await money(eve.account)).toEqual([100_00n, 0n])
  const [none, some] = await Promise.all(euros.map((account) => money(account)))
  // 0.92 euros a dollar: 55 cents buy 50.6.
  expect([none, some]).toEqual([
    [0n, 0n],
    [50n, 0n],
  ])
})

test('an own transfer × all above: the sweep of that moment takes what has just come, as was foretold', async () => {
  const ada = await person('500.00')
  const [middle, last] = [await b.second(ada), await b.second(ada, { accountName: 'Third' })]
  await order(ada, { kind: 'own', destination_account: middle.publicId, amount: '180.00' })
  await order(
    { ...ada, account: middle },
    { kind: 'own', destination_account: last.publicId, above: 'true', amount: '50.00' },
  )
  const { days } = await forecastOf(b.bank, ada.id, { accountId: middle.publicId, days: 7 })
  const foretold = days.find(({ on }) => on === inDays(1))?.scheduled
  await liveTo(inDays(1))
  expect(await money(ada.account)).toEqual([320_00n, 0n])
  expect(await money(middle)).toEqual([50_00n, 0n])
  expect(await money(last)).toEqual([130_00n, 0n])
  expect(foretold).toBe(50_00n)
})

test('review × bills: a bill that waits for the operator keeps its money from the next until it is decided', async () => {
  const ada = await person('100.00', { flags: { UseOtp: false, PendingTransfer: true } })
  await b.bill(ada, 70_00n)
  await b.bill(ada, 60_00n, { biller: 'Netflix Inc' })
  await goTo(inDays(1))
  expect(await money(ada.account)).toEqual([100_00n, 70_00n])
  const [waits] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id} and state = 'pending'`
  await run('fail', waits?.id ?? '', 'not today')
  // The second one's next try, an hour after the first, finds the money: it is held for review.
  await goTo(today(), 2)
  expect(await money(ada.account)).toEqual([100_00n, 60_00n])
})

test('the month of a statement × a late settlement: paper and file differ by what the paper calls open', async () => {
  const ada = await person('500.00')
  const spare = await b.second(ada, { accountType: 'current' })
  await order(ada, { kind: 'own', destination_account: spare.publicId, amount: '400.00' })
  await goTo(inDays(1))
  const monthEnd = dayAfter(
    `${today().slice(0, 5)}${String(Number(today().slice(5, 7)) + 1).padStart(2, '0')}-01`,
    -1,
  )
  await goTo(monthEnd, 21)
  await local({ ...ada, account: spare }, shop, '7.50')
  const id = lineOf(await outside({ ...ada, account: spare }, '6.40'))
  const first = `${today().slice(0, 8)}01`
  const [from, to] = [first, today()]
  b.clock.advance(4 * 3_600_000)
  await run('settle', id)
  const paper = await readMonth(b.bank, spare.id, first)
  expect(paper).toMatchObject({
    closingMinor: 392_50n,
    open: { count: 1, creditMinor: 0n, debitMinor: 6_40n },
  })
  const token = await b.signInAgain(ada)
  const asked = { accountId: spare.publicId, format: 'csv', start_date: from, end_date: to }
  const { body } = await b.send(exportStatement, asked, { token })
  const closing = body.split('\n').find((row) => row.includes(',closing,'))
  expect(closing).toContain('386.10')
  const next = await readMonth(b.bank, spare.id, dayAfter(monthEnd, 1))
  expect(next).toMatchObject({ openingMinor: 392_50n, closingMinor: 386_10n, open: { count: 0 } })
})

test('cooling × orders: a stranger’s date above the sum of such days waits, and is paid when they are over', async () => {
  const ada = await person('1000.00')
  const id = await order(ada, { amount: '250.00', ...payee(await b.customer()) })
  await goTo(dayAfter(inDays(1), -1), 22)
  await db.transaction((sql) => startCooling(sql, ada.id, b.clock.now()))
  await goTo(inDays(1))
  expect((await shown(ada, id)).LastError).toContain('new payees get at most $200.00 a day')
  expect(await money(ada.account)).toEqual([1_000_00n, 0n])
  await liveTo(inDays(1))
  expect(await money(ada.account)).toEqual([750_00n, 0n])
})

test('an own limit × a bill and an order of one day: what is above it waits for the next day', async () => {
  const ada = await person('100.00')
  expect(await as(ada, saveLimits, { per_day: '14.00' })).toMatchObject({ http: 200 })
  const due = inDays(2)
  await b.bill(ada, 10_00n, { date: due })
  await order(ada, { amount: '9.00', date: due, ...payee(shop) })
  await liveTo(due)
  expect((await money(ada.account))[0]).toBeGreaterThanOrEqual(90_00n)
  await liveTo(dayAfter(due, 3))
  expect(await money(ada.account)).toEqual([81_00n, 0n])
})

test('a frozen payer × a request: refused while frozen, paid once thawed, and only once', async () => {
  const [ada, bea] = [await person('50.00'), await person('0.01')]
  const asked = await as(bea, askForMoney, {
    account: bea.account.publicId,
    amount: '12.50',
    note: '',
  })
  const request = (asked.data as { Link: string }).Link.split('/pay/')[1]
  await as(ada, freeze, { frozen: 'true' })
  expect(await local(ada, bea, '12.50', { request })).toMatchObject({ code: 'frozen' })
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  expect(await local(ada, bea, '12.50', { request })).toMatchObject({ http: 200 })
  expect(await local(ada, bea, '12.50', { request })).toMatchObject({ code: 'request_over' })
  expect(await money(ada.account)).toEqual([37_50n, 0n])
  expect(await money(bea.account)).toEqual([12_51n, 0n])
})

test('money in a pot × an order: it is not spent, and taken out in time the next try is paid', async () => {
  const ada = await person('100.00')
  const pot = await filled({ ...ada, token: await b.signInAgain(ada) }, '80.00')
  await order(ada, { amount: '60.00', ...payee(shop) })
  await goTo(inDays(1))
  expect(await money(ada.account)).toEqual([100_00n, 80_00n])
  await move({ ...ada, token: await b.signInAgain(ada) }, pot, '-45.00')
  await goTo(today(), 6)
  expect(await money(ada.account)).toEqual([40_00n, 35_00n])
})

test('a date that is left out × its notice: nothing is paid on it, and the next is told anew', async () => {
  const ada = await person('100.00')
  const date = inDays(3)
  const id = await order(ada, {
    amount: '20.00',
    every: 'weekly',
    times: '2',
    date,
    ...payee(shop),
  })
  await goTo(dayAfter(date, -2))
  expect(await as(ada, skipStanding, { id, date })).toMatchObject({ http: 200 })
  for (const days of [0, 5, 7]) await goTo(dayAfter(date, days))
  expect(await money(ada.account)).toEqual([80_00n, 0n])
  const told = await db.sql`
    select from notifications where customer_id = ${ada.id} and title = 'Standing order comes'`
  expect(told).toHaveLength(2)
  expect(await shown(ada, id)).toMatchObject({ State: 'done' })
})

test('interest × a change of the clocks × a pot: each day counts once, to the cent, on the first', async () => {
  const year = Number(today().slice(0, 4)) + (today().slice(5) > '10-19' ? 1 : 0)
  await goTo(`${year}-10-20`)
  const ada = await person('20000.00', { account_type: 'savings' })
  await filled({ ...ada, token: await b.signInAgain(ada) }, '5000.00')
  // The clocks go back on the first Sunday of November, and in March they go forward.
  const months = byLength([12, 30, 31, 31, 28, 31, 30], [12, 30, 31])
  let [balance, carried] = [20_000_00n, 0n]
  const posted: bigint[] = []
  let first = `${year}-10-20`
  for (const days of months) {
    const isLeap =
      first.slice(5) === '02-01' && new Date(`${first.slice(0, 4)}-02-29`).getDate() === 29
    first = dayAfter(first, isLeap ? days + 1 : days)
    await goTo(first)
    // 2 % of what is there up to 10,000.00 and 2.5 % of the rest, each day rounded down to a millionth.
    const daily = (10_000_00n * 20_000n + (balance - 10_000_00n) * 25_000n) / 365n
    const earned = carried + daily * BigInt(isLeap ? days + 1 : days)
    posted.push(earned / 1_000_000n)
    carried = earned % 1_000_000n
    balance += earned / 1_000_000n
    expect(first.slice(8)).toBe('01')
  }
  const paid = await db.sql<{ day: string; amount: bigint }>`
    select day, amount_minor as amount from transactions
    where account_id = ${ada.account.id} and method = 'interest' order by line`
  expect(paid.map(({ amount }) => amount)).toEqual(posted)
  expect(paid.every(({ day }) => day.endsWith('-01'))).toBe(true)
  expect(await money(ada.account)).toEqual([balance, 5_000_00n])
})

/** A month of everything at once, in a bank of its own; answers what the books say in the end. */
async function lived(pass: (days: number, bank: typeof b.bank) => Promise<void>) {
  const made = await makeDb()
  const one = await crossingBank(made.db, '2027-03-24')
  const ada = await one.person('900.00')
  const rich = await one.person('20000.00', { account_type: 'savings' })
  const biller = await one.customer()
  const euros = await one.second(ada, { currency: 'eur' })
  const pots = potOwner(one)
  const pot = await pots.filled({ ...ada, token: await one.signInAgain(ada) }, '10.00')
  await one.order(ada, { amount: '150.00', every: 'weekly', ...one.payee(biller) })
  await one.order(ada, { kind: 'pot', pot_id: pot, amount: '25.00', every: 'weekly' })
  await one.order(rich, { amount: '33.33', every: 'weekly', ...one.payee(ada) })
  const own = { kind: 'own', destination_account: euros.publicId, every: 'monthly' as const }
  await one.order(ada, { ...own, above: 'true', amount: '300.00', date: '2027-03-31' })
  await one.bill(ada, 40_00n, { type: 'recurring', date: '2027-03-31' })
  const loan = await askForLoan(one.bank, ada.id, {
    account: ada.account.publicId,
    amount: 600_00n,
  })
  await made.db.transaction((sql) => approveLoan(one.bank, sql, { id: loan }))
  const auto = { id: loan, on: true, account: ada.account.publicId, amount: '53.31' }
  expect(await one.as(ada, autoRepayLoan, auto)).toMatchObject({ http: 200 })
  // Never paid: it is tried and fails.
  await one.order(ada, { amount: '5000.00', ...one.payee(biller) })
  await pass(byLength(92, 9), one.bank)
  const lines = await made.db.sql`
    select t.account_id, t.line, t.day, t.type, t.state, t.amount_minor, t.name
    from transactions t order by 1, 2`
  // Which of its sub-accounts the bank itself posts to is drawn by lot.
  const house = await houseBalances(made.db.sql)
  const accounts = await made.db.sql`
    select id, balance_minor, held_minor from ledger_accounts
    where owner_id is not null and balance_minor <> 0 order by 1`
  const dates = await made.db.sql`
    select order_id, due_on, state, tries, last_error from orders_due order by 1, 2`
  const months = await made.db.sql`
    select account_id, from_on, posted_minor from interest_periods order by 1, 2`
  expect(await one.findings()).toEqual([])
  await one.stop()
  await made.drop()
  return { lines, house, accounts, dates, months }
}

test('days in one go × day by day: the same lines, sums, dates and interest', async () => {
  const atOnce = await lived((days, bank) => forward(bank, days))
  const dayByDay = await lived(async (days, bank) => {
    for (let day = 0; day < days; day += 1) await forward(bank, 'day')
  })
  expect(dayByDay).toEqual(atOnce)
  expect(atOnce.lines.length).toBeGreaterThan(12)
  expect(atOnce.months.length).toBeGreaterThan(0)
  expect(atOnce.dates.some(({ state }) => state === 'failed')).toBe(true)
})
