import {
  freeze,
  initUser,
  orderStanding,
  readLimits,
  requestOtp,
  saveBiller,
  saveLimits,
  transactions,
  transferExternal,
  transferLocal,
  undoTransfer,
} from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { undoSince } from '#auth/void-since.ts'
import { runOrders } from '#orders/pay-due.ts'
import { startCooling } from '#security/cooling.ts'
import { codeIn, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'

// Business time is moved by years, real time by nothing: what is of security must not notice.
const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const dayMs = 86_400_000
let aheadMs = 0
const pass = (days: number) => {
  aheadMs += days * dayMs
  t.bank.clock.follow({ aheadMs, standsAt: null })
}
const businessDay = () => t.bank.clock.businessNow().toISOString().slice(0, 10)
beforeEach(() => pass(0))

const money = (who: TestCustomer, amount: string, pin = '4821') => ({
  source_account: who.account.publicId,
  amount,
  pin,
})
const pay = (who: TestCustomer, to: TestCustomer, amount: string, more: object = {}) => {
  const order = { ...money(who, amount), acc_number: to.account.number, acc_name: 'x', ...more }
  return t.ask(transferLocal, order, who.token)
}
// The sandbox refuses an account whose number ends in 0000.
const abroad = (who: TestCustomer, amount: string, acc_number = '8830071154') => {
  const bank = { acc_number, acc_name: 'x', bank: 'Chase', bank_name: 'Chase' }
  return t.ask(transferExternal, { ...money(who, amount), ...bank }, who.token)
}
const plain = () => t.customer({ pin: '4821', balance: '5000.00', flags: { UseOtp: false } })

test('a session lives on, and what is booked has the day of business time', async () => {
  const [ada, bob] = [await plain(), await t.customer()]
  pass(365)
  expect((await t.ask(initUser, {}, ada.token)).http).toBe(200)
  expect((await pay(ada, bob, '12.00')).http).toBe(200)
  const [line] = await db.sql<{ day: string; at: Date }>`
    select day::text, created_at as at from transactions
    where account_id = ${ada.account.id} and type = 'debit'`
  expect(line?.day).toBe(businessDay())
  expect(Number(line?.at) - t.clock.now().getTime()).toBeGreaterThan(aheadMs - 60_000)
  const { data } = await t.ask(transactions, { accountId: ada.account.publicId }, ada.token)
  expect(JSON.stringify(data)).toContain(businessDay())
})

test('a code stays good over the years, and wrong ones stay counted', async () => {
  const [ada, bob] = [
    await t.customer({ pin: '4821', balance: '900.00', flags: { UseOtp: true } }),
    await t.customer(),
  ]
  const wrong = { ...money(ada, '5.00'), acc_number: bob.account.number, acc_name: 'x' }
  await t.ask(requestOtp, { pin: '4821' }, ada.token)
  const [sent] = await t.mailTo(ada.email)
  const otp = codeIn(sent) === '0000' ? '0001' : '0000'
  for (let count = 0; count < 2; count += 1) {
    const answer = await t.ask(transferLocal, { ...wrong, otp }, ada.token)
    expect(answer.code).toBe('otp_wrong')
  }
  pass(400)
  expect((await t.ask(transferLocal, { ...wrong, otp }, ada.token)).code).toBe('otp_spent')
  const [counted] = await db.sql<{ wrong: number }>`
    select otp_wrong as wrong from customers where id = ${ada.id}`
  expect(counted?.wrong).toBe(3)
  await t.ask(requestOtp, { pin: '4821' }, ada.token)
  const [mail] = await t.mailTo(ada.email)
  pass(400)
  const answer = await t.ask(transferLocal, { ...wrong, otp: codeIn(mail) }, ada.token)
  expect(answer.http).toBe(200)
})

test('a locked PIN stays locked', async () => {
  const [ada, bob] = [await plain(), await t.customer()]
  for (let count = 0; count < 5; count += 1) await pay(ada, bob, '1.00', { pin: '1111' })
  expect((await pay(ada, bob, '1.00')).code).toBe('pin_locked')
  pass(3)
  expect((await pay(ada, bob, '1.00')).code).toBe('pin_locked')
  t.clock.advance(16 * 60_000)
  const again = { ...ada, token: await t.signInAgain(ada) }
  expect((await pay(again, bob, '1.00')).http).toBe(200)
})

test('what can be called back can be called back after a jump, and leaves when the time is over', async () => {
  const [ada, bob] = [await plain(), await t.customer()]
  const placed = () => pay(ada, bob, '40.00', { undo_seconds: '30' })
  const idOf = (answer: { data?: unknown }) =>
    (answer.data as { transaction: { Id: string } }).transaction.Id
  const first = idOf(await placed())
  pass(30)
  await settleDue(t.bank, sandbox)
  expect((await t.ask(undoTransfer, { id: first }, ada.token)).http).toBe(200)
  const second = idOf(await placed())
  t.clock.advance(31_000)
  await settleDue(t.bank, sandbox)
  expect((await t.ask(undoTransfer, { id: second }, ada.token)).code).toBe('not_pending')
  const [{ state } = { state: '' }] = await db.sql<{ state: string }>`
    select state from transactions where id = ${second}`
  expect(state).toBe('completed')
})

test('a rail pays when business time says so', async () => {
  const ada = await plain()
  expect((await abroad(ada, '20.00')).http).toBe(200)
  pass(1)
  await settleDue(t.bank, sandbox)
  const waiting = await db.sql`
    select 1 from transfers where customer_id = ${ada.id} and not done`
  expect(waiting).toEqual([])
})

test('cooling lasts its real day: strangers get no more by passing days', async () => {
  const [ada, known, stranger] = [await plain(), await t.customer(), await t.customer()]
  expect((await pay(ada, known, '1.00')).http).toBe(200)
  await startCooling(db.sql, ada.id, t.clock.now())
  expect((await pay(ada, stranger, '200.00')).http).toBe(200)
  pass(2)
  expect((await pay(ada, stranger, '1.00')).code).toBe('cooling')
  // Whom she had paid before, by whatever date her statement has, is none.
  expect((await pay(ada, known, '300.00')).http).toBe(200)
})

test.each(['a transfer', 'a standing order'])(
  '%s that is refused is given back to what strangers get on the real day',
  async (kind) => {
    const ada = await plain()
    pass(1)
    await startCooling(db.sql, ada.id, t.clock.now())
    if (kind === 'a transfer') {
      expect((await abroad(ada, '200.00', '12340000')).http).toBe(200)
    } else {
      const order = { ...money(ada, '200.00'), every: 'monthly', date: businessDay() } as const
      const closed = { kind: 'bank', acc_number: '12340000', acc_name: 'x', bank: 'Chase' } as const
      const made = await t.ask(orderStanding, { ...order, ...closed }, ada.token)
      expect(made.http).toBe(200)
      await runOrders(t.bank)
    }
    expect((await abroad(ada, '0.01')).code).toBe('cooling')
    pass(1)
    await settleDue(t.bank, sandbox)
    expect((await abroad(ada, '200.00')).http).toBe(200)
    expect((await abroad(ada, '0.01')).code).toBe('cooling')
  },
)

test('the limit of a day is one of the bank’s days, and a higher own limit waits a real one', async () => {
  const [ada, bob] = [await plain(), await t.customer()]
  expect((await pay(ada, bob, '100.00')).http).toBe(200)
  for (const per_day of ['500.00', '900.00']) {
    expect((await t.ask(saveLimits, { per_day }, ada.token)).http).toBe(200)
  }
  const held = async () => (await t.ask(readLimits, {}, ada.token)).data
  expect(await held()).toMatchObject({ SentToday: '100.00', PerDay: '500.00' })
  pass(2)
  expect(await held()).toMatchObject({ SentToday: '0.00', PerDay: '500.00' })
})

test('a bill cannot be due before the day of business time', async () => {
  const ada = await plain()
  pass(1)
  const yesterday = new Date(t.bank.clock.businessNow().getTime() - dayMs)
  const bill = {
    ...{ account: ada.account.publicId, biller: 'Netflix Inc', accountName: 'Ada', amount: '5.00' },
    ...{ type: 'one time', date: yesterday.toISOString().slice(0, 10) },
  }
  const answer = await t.ask(saveBiller, bill as never, ada.token)
  expect(answer).toMatchObject({ http: 422, field: 'date' })
})

test('what was ordered before a thief came leaves, by whatever date its line has', async () => {
  const [ada, ...others] = [await plain(), await plain(), await plain(), await plain()]
  pass(30)
  // All at once: some of them are posted as a batch.
  const before = await Promise.all([ada, ...others].map((one) => abroad(one, '20.00')))
  expect(before.map(({ http }) => http)).toEqual([200, 200, 200, 200])
  t.clock.advance(1_000)
  const since = t.clock.now()
  expect((await abroad(ada, '20.00', '8830071155')).http).toBe(200)
  const stopped = async ({ id: customerId }: TestCustomer) => {
    const event = { customerId, since, now: t.clock.now(), sparesKnown: false }
    return db.transaction((sql) => undoSince(sql, event))
  }
  expect(await stopped(ada)).toBe('stopped: transfer to 8830071155')
  for (const one of others) expect(await stopped(one)).toBe('')
})

test('what was frozen is so by its own clock', async () => {
  const [ada, bob] = [await plain(), await t.customer()]
  expect((await t.ask(freeze, { frozen: '1' }, ada.token)).http).toBe(200)
  pass(365)
  expect((await pay(ada, bob, '1.00')).code).toBe('frozen')
})

test('the books are sound', async () => {
  expect(await t.findings()).toEqual([])
})
