import {
  createAccount,
  type Forecast,
  forecast,
  orderStanding,
  pauseStanding,
  saveBiller,
  saveBuffer,
  skipStanding,
  toDecimal,
  transferExternal,
  transferLocal,
} from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomingCredit } from '#accounts/incoming.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { momentOf } from '#kernel/context.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { runOrders } from '#orders/pay-due.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { explainFigure } from './figure-parts.ts'
import { readForecast } from './forecast.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const dayMs = 86_400_000
// In the middle of a day, so that no test runs over a midnight.
beforeAll(() => {
  const noon = Math.ceil(t.clock.now().getTime() / dayMs) * dayMs + dayMs / 2
  t.clock.advance(noon - t.clock.now().getTime())
})

const todayOf = () => momentOf(t.bank).day
const inDays = (days: number) => dayAfter(todayOf(), days)

/** As it comes over the wire: amounts are texts. */
type Sent = {
  [Name in keyof Forecast]: Forecast[Name] extends bigint ? string : unknown
} & { days: { on: string; scheduled: string; usual: string; reasons: unknown[] }[] }

async function ask(who: TestCustomer, input: Parameters<typeof t.ask<typeof forecast>>[1] = {}) {
  const answer = await t.ask(forecast, input, who.token)
  expect(answer.message).toBeFalsy()
  return answer.data as Sent
}

async function person(balance = '1000.00'): Promise<TestCustomer> {
  return t.customer({ balance, pin: '4821', flags: { UseOtp: false } })
}

const billOf = (who: TestCustomer, more: Record<string, string>) =>
  t.send(
    saveBiller,
    {
      ...{ biller: 'Netflix Inc', accountName: 'Ada', type: 'recurring', pin: '4821' },
      ...{ amount: '15.00', account: who.account.publicId, date: inDays(3), ...more },
    },
    { token: who.token },
  )

async function orderOf(who: TestCustomer, more: Record<string, string>): Promise<string> {
  const reply = await t.send(
    orderStanding,
    {
      ...{ kind: 'local', acc_number: (await payee).account.number, acc_name: 'x', pin: '4821' },
      ...{ amount: '100.00', every: 'weekly', date: inDays(2) },
      ...{ source_account: who.account.publicId, ...more },
    },
    { token: who.token },
  )
  expect(reply.statusCode).toBe(200)
  return reply.json().data.Id
}
const payee = t.customer()

test('bills and standing orders lower the line, and its lowest point is safe to spend', async () => {
  const ada = await person()
  await billOf(ada, {})
  const id = await orderOf(ada, {})
  const found = await ask(ada)
  expect(found).toMatchObject({
    ...{ payDay: null, until: inDays(30), available: '1000.00', buffer: '0.00' },
    lowest: { on: inDays(30), amount: '485.00' },
    ...{ safeToSpend: '485.00', missing: null, currency: { Code: 'usd' } },
  })
  expect(found.days).toHaveLength(31)
  expect(found.days[2]).toMatchObject({
    ...{ on: inDays(2), scheduled: '900.00', usual: '900.00' },
    reasons: [{ kind: 'order', amount: '-100.00', id, expected: false }],
  })
  expect(found.days[3]?.reasons).toMatchObject([
    { kind: 'bill', text: 'Netflix Inc', amount: '-15.00' },
  ])
  // A date that is left out, and an order that rests, are not foretold.
  await t.ask(skipStanding, { id, date: inDays(2) }, ada.token)
  expect((await ask(ada)).days[2]).toMatchObject({ scheduled: '1000.00', reasons: [] })
  await t.ask(pauseStanding, { id }, ada.token)
  expect((await ask(ada)).safeToSpend).toBe('985.00')
})

test('what is held is named and not available; it stays so', async () => {
  const ada = await person()
  const elsewhere = { acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase' }
  const order = { amount: '40.00', pin: '4821', otp: '', undo_seconds: '60', description: '' }
  const source_account = ada.account.publicId
  await t.ask(transferExternal, { ...order, ...elsewhere, source_account }, ada.token)
  expect(await ask(ada)).toMatchObject({
    ...{ balance: '1000.00', available: '960.00', safeToSpend: '960.00' },
    holds: [{ text: 'Priya Raman', amount: '40.00' }],
  })
})

test('all above an amount goes between own accounts, and a currency is all of its accounts', async () => {
  const ada = await person()
  const made = await t.ask(createAccount, { accountName: 'Holiday' }, ada.token)
  const { Id: savings } = made.data as { Id: string }
  await orderOf(ada, {
    ...{ kind: 'own', above: 'true', amount: '300.00', every: 'once' },
    destination_account: savings,
  })
  expect((await ask(ada)).days[2]).toMatchObject({ scheduled: '300.00' })
  const other = await ask(ada, { accountId: savings, days: 2 })
  expect(other.days[2]).toMatchObject({
    ...{ on: inDays(2), scheduled: '700.00' },
    reasons: [{ kind: 'order', amount: '700.00' }],
  })
  const both = await ask(ada, { currency: 'USD' })
  expect(both.days.map(({ scheduled }) => scheduled)).toEqual(both.days.map(() => '1000.00'))
  expect((await t.ask(forecast, { currency: 'eur' }, ada.token)).code).toBe('not_yours')
})

test('money that will be missing is told, and then nothing is safe to spend', async () => {
  const ada = await person('10.00')
  await billOf(ada, {})
  const found = await ask(ada)
  expect(found).toMatchObject({
    safeToSpend: '0.00',
    lowest: { on: todayOf(), amount: '10.00' },
    missing: { on: inDays(3), text: 'Netflix Inc', amount: '5.00' },
  })
  expect(found.days[3]?.reasons).toMatchObject([{ amount: '0.00', missing: '5.00' }])
})

test('a loan that is paid by hand is expected, one that pays itself is scheduled', async () => {
  const ada = await person()
  const asked = { account: ada.account.publicId, amount: 1200_00n }
  const id = await askForLoan(t.bank, ada.id, asked)
  await db.transaction((sql) => approveLoan(t.bank, sql, { id }))
  const days = 35
  const instalments = (found: Sent) =>
    found.days
      .flatMap(({ reasons }) => reasons as { kind: string; amount: string; expected: boolean }[])
      .filter(({ kind }) => kind === 'instalment')
  const byHand = await ask(ada, { days })
  expect(instalments(byHand)).toMatchObject([{ expected: true, id }])
  expect(byHand.days.at(-1)?.scheduled).toBe('2200.00')
  // Nothing takes it, but whoever spends it cannot pay it.
  const [{ amount: owed } = { amount: '' }] = instalments(byHand)
  const leftMinor = 2200_00n + BigInt(owed.replace('.', ''))
  expect(byHand).toMatchObject({ lowest: { amount: '2200.00' }, safeToSpend: toDecimal(leftMinor) })
  await db.sql`
    update loans set auto_account_id = account_id, auto_minor = 50000,
      auto_try_at = (select due_on from loan_instalments where loan_id = loans.id and number = 1)
    where public_id = ${id}`
  const byItself = await ask(ada, { days })
  expect(instalments(byItself)).toMatchObject([{ expected: false, id }])
  const [{ amount } = { amount: '' }] = instalments(byItself)
  expect(byItself.days.at(-1)?.scheduled).toBe(
    toDecimal(2200_00n + BigInt(amount.replace('.', ''))),
  )
})

test('the buffer is kept back, for each account, and nobody else can set it', async () => {
  const [ada, eve] = [await person(), await person()]
  const accountId = ada.account.publicId
  const saved = await t.ask(saveBuffer, { accountId, amount: '250.00' }, ada.token)
  expect(saved).toMatchObject({ http: 200, data: { buffer: '250.00' } })
  expect(await ask(ada)).toMatchObject({ buffer: '250.00', safeToSpend: '750.00' })
  await t.ask(saveBuffer, { accountId, amount: '5000.00' }, ada.token)
  expect(await ask(ada)).toMatchObject({ buffer: '5000.00', safeToSpend: '0.00' })
  const refused = refusedWith('not_yours', { message: 'This account is not available to you' })
  expect(await t.ask(saveBuffer, { accountId }, eve.token)).toEqual(refused)
  expect(await t.ask(forecast, { accountId }, eve.token)).toEqual(refused)
  expect((await ask(ada)).buffer).toBe('5000.00')
  expect(await t.ask(saveBuffer, { accountId }, ada.token)).toMatchObject({
    data: { buffer: '0.00' },
  })
  expect((await ask(ada)).safeToSpend).toBe('1000.00')
})

test('so many days are listed as are asked for', async () => {
  const ada = await person()
  expect((await ask(ada, { days: '92' })).days).toHaveLength(93)
  for (const days of ['0', '93', 'x']) {
    expect(await t.ask(forecast, { days }, ada.token)).toMatchObject({
      ...{ code: 'invalid', message: 'Choose 1 to 92 days', field: 'days' },
    })
  }
})

test('pay is expected on its next day, and what is usual is without what pays itself', async () => {
  const ada = await person()
  await billOf(ada, { biller: 'Netflix Inc', date: inDays(1) })
  await orderOf(ada, { amount: '7.00', date: inDays(1) })
  const weekday = new Date(t.clock.now()).getUTCDay()
  for (let day = 0; day < 84; day += 1) {
    t.clock.advance(dayMs)
    await payDueBills(t.bank)
    await runOrders(t.bank)
    const amountMinor = 2000_00n
    const paid = { number: ada.account.number, amountMinor, from: 'Acme Works' }
    if (day % 14 === 0) await db.transaction((sql) => incomingCredit(t.bank, sql, paid))
    if (t.clock.now().getUTCDay() === weekday) await spend(ada, '12.00')
  }
  ada.token = await t.signInAgain(ada)
  const found = await ask(ada, { days: 20 })
  // Paid last on the 71st of these days; today is the 84th.
  const payOn = inDays(1)
  expect(found).toMatchObject({ payDay: { on: payOn, text: 'Acme Works', amount: '2000.00' } })
  expect(found.until).toBe(payOn)
  const reasons = found.days.flatMap(({ on, reasons }) =>
    (reasons as { kind: string; amount: string }[]).map(({ kind, amount }) => ({
      on,
      kind,
      amount,
    })),
  )
  const usual = reasons.filter(({ kind }) => kind === 'usual')
  expect(usual.map(({ amount }) => amount)).toEqual(['-12.00', '-12.00'])
  expect(usual.map(({ on }) => on)).toEqual([inDays(7), inDays(14)])
  expect(reasons.filter(({ kind }) => kind === 'pay').map(({ on }) => on)).toEqual([
    ...[payOn, inDays(15)],
  ])
  const first = found.days[1]
  expect(BigInt((first?.usual ?? '').replace('.', ''))).toBe(
    BigInt((first?.scheduled ?? '').replace('.', '')) + 2000_00n,
  )
  for (const { on } of found.days) {
    const whole = await readForecast(t.bank, ada.id, { days: 20 })
    const explained = explainFigure(whole, { name: 'point', on, line: 'usual' })
    const total = explained?.parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    expect(toDecimal(total ?? 0n)).toBe(found.days.find((day) => day.on === on)?.usual)
  }
})

/** Pays another customer by hand. */
async function spend(who: TestCustomer, amount: string): Promise<void> {
  const token = await t.signInAgain(who)
  const { account } = await payee
  const fields = { source_account: who.account.publicId, acc_number: account.number, acc_name: 'x' }
  const answer = await t.ask(transferLocal, { ...fields, amount, pin: '4821', otp: '' }, token)
  expect(answer.http).toBe(200)
}
