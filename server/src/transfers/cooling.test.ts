import {
  freeze,
  readLimits,
  saveBiller,
  savePin,
  toggle2fa,
  transferCard,
  transferExternal,
  transferLocal,
  undoTransfer,
} from '@passbook/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startCooling } from '#security/cooling.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from './rails.ts'
import { settleDue } from './settle-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const hour = 3_600_000
// At noon: a day's sums begin anew at midnight.
t.clock.advance(36 * hour - (t.clock.now().getTime() % (24 * hour)))
const payer = () => t.customer({ pin: '4821', balance: '5000.00', flags: { UseOtp: false } })
const payee = () => t.customer()
const money = (who: TestCustomer, amount: string) => ({
  source_account: who.account.publicId,
  amount,
  pin: '4821',
})
const pay = (who: TestCustomer, to: TestCustomer, amount: string) => {
  const order = { ...money(who, amount), acc_number: to.account.number, acc_name: 'x' }
  return t.ask(transferLocal, order, who.token)
}
const abroad = (who: TestCustomer, amount: string, changes: object = {}) => {
  const bank = { acc_number: '8830071154', acc_name: 'x', bank: 'Chase', bank_name: 'Chase' }
  return t.ask(transferExternal, { ...money(who, amount), ...bank, ...changes }, who.token)
}
const cool = (who: TestCustomer) => startCooling(db.sql, who.id, t.clock.now())
const cooling = {
  http: 422,
  code: 'cooling',
  field: 'amount',
  message: expect.stringMatching(
    /^After a change to your security, new payees get at most \$200\.00 a day until \d\d \w{3} \d{4}, \d\d:\d\d$/,
  ),
  data: { until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
}

// shows D146
test('strangers get 200 dollars a day, whom one has paid before any sum', async () => {
  const [ada, known, stranger, other] = [await payer(), await payee(), await payee(), await payee()]
  expect((await pay(ada, known, '1.00')).http).toBe(200)
  await cool(ada)
  expect(await pay(ada, stranger, '200.01')).toMatchObject(cooling)
  expect((await pay(ada, stranger, '150.00')).http).toBe(200)
  // Who got a small sum while cooling is a stranger still, and all of them share the limit.
  expect(await pay(ada, stranger, '50.01')).toMatchObject(cooling)
  expect(await pay(ada, other, '50.01')).toMatchObject(cooling)
  expect((await pay(ada, other, '50.00')).http).toBe(200)
  expect((await pay(ada, known, '2000.00')).http).toBe(200)
  t.clock.advance(24 * hour + 1)
  const later = { ...ada, token: await t.signInAgain(ada) }
  expect((await pay(later, stranger, '1000.00')).http).toBe(200)
})

test('another change while cooling makes no friends of those who were paid meanwhile', async () => {
  const [ada, mule] = [await payer(), await payee()]
  await cool(ada)
  expect((await pay(ada, mule, '1.00')).http).toBe(200)
  t.clock.advance(1_000)
  const off = { login_verification: 'true' } as never
  expect((await t.ask(toggle2fa, off, ada.token)).http).toBe(200)
  expect((await t.ask(toggle2fa, { login_verification: 'false' } as never, ada.token)).http).toBe(
    200,
  )
  expect(await pay(ada, mule, '1000.00')).toMatchObject(cooling)
})

test('a payee elsewhere is the number at its bank; a card is a stranger always', async () => {
  const ada = await payer()
  expect((await abroad(ada, '1.00')).http).toBe(200)
  t.clock.advance(60_000)
  await settleDue(t.bank, sandbox)
  await cool(ada)
  expect(await abroad(ada, '900.00', { bank: 'N26', bank_name: 'N26' })).toMatchObject(cooling)
  expect(await abroad(ada, '900.00', { acc_number: '8830071155' })).toMatchObject(cooling)
  expect((await abroad(ada, '900.00')).http).toBe(200)
  const card = {
    card_name: 'A B',
    card_number: '4242424242424242',
    card_expiry: '12/40',
    card_cv2: '123',
  }
  const toCard = (amount: string) =>
    t.ask(transferCard, { ...money(ada, amount), ...card }, ada.token)
  expect((await toCard('100.00')).http).toBe(200)
  t.clock.advance(60_000)
  await settleDue(t.bank, sandbox)
  expect(await toCard('100.01')).toMatchObject(cooling)
})

test('what was sent and refused before makes nobody known', async () => {
  const ada = await payer()
  const closed = { acc_number: '12340000' }
  expect((await abroad(ada, '1.00', closed)).http).toBe(200)
  t.clock.advance(60_000)
  await settleDue(t.bank, sandbox)
  await cool(ada)
  expect(await abroad(ada, '900.00', closed)).toMatchObject(cooling)
})

test('what came back or was called back is given back to the sum of strangers', async () => {
  const ada = await payer()
  await cool(ada)
  // The sandbox refuses this account.
  expect((await abroad(ada, '200.00', { acc_number: '12340000' })).http).toBe(200)
  expect(await abroad(ada, '0.01')).toMatchObject(cooling)
  t.clock.advance(60_000)
  await settleDue(t.bank, sandbox)
  const waits = await abroad(ada, '200.00', { undo_seconds: '60' })
  expect(await abroad(ada, '0.01')).toMatchObject(cooling)
  const { transaction } = waits.data as { transaction: { Id: string } }
  expect((await t.ask(undoTransfer, { id: transaction.Id }, ada.token)).http).toBe(200)
  expect((await abroad(ada, '200.00')).http).toBe(200)
  expect(await abroad(ada, '0.01')).toMatchObject(cooling)
})

// shows D146
test('another PIN, saved with the password, and a thaw begin it; a first PIN does not', async () => {
  const ada = await t.customer({ balance: '5000.00', flags: { UseOtp: false } })
  const stranger = await payee()
  const save = (newPin: string) => t.ask(savePin, { newPin, password: ada.password }, ada.token)
  const until = async () => {
    const { data } = await t.ask(readLimits, {}, ada.token)
    return (data as { CoolingUntil: string | null }).CoolingUntil
  }
  await save('4821')
  expect(await until()).toBeNull()
  await save('4821')
  expect(await until()).not.toBeNull()
  expect(await pay(ada, stranger, '200.01')).toMatchObject(cooling)

  const bob = await payer()
  await t.ask(freeze, { frozen: '1' }, bob.token)
  await t.ask(freeze, { frozen: '0' }, bob.token)
  expect(await pay(bob, stranger, '200.01')).toMatchObject(cooling)

  // Nobody is new after a day.
  const old = await t.customer()
  await db.sql`update customers set created_at = now() - interval '2 days' where id = ${old.id}`
  await t.ask(savePin, { newPin: '4821', password: old.password }, old.token)
  const { data } = await t.ask(readLimits, {}, old.token)
  expect(data).toMatchObject({ CoolingUntil: expect.any(String) })
})

describe('bills count as payments to whom they go', () => {
  const inDays = (days: number) =>
    new Date(t.clock.now().getTime() + days * 24 * hour).toISOString().slice(0, 10)
  const billOf =
    (who: TestCustomer) =>
    (amount: string, biller: string, { accountName = 'ada', date = inDays(0) } = {}) =>
      t.ask(
        saveBiller,
        {
          ...{ biller, accountName, amount, date, pin: '4821' },
          ...{ account: who.account.publicId, type: 'one time' },
        } as never,
        who.token,
      )
  beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

  test('those that were saved before the change, on their date', async () => {
    const ada = await payer()
    const bill = billOf(ada)
    await bill('5.00', 'Netflix Inc')
    expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
    await bill('300.00', 'Netflix Inc')
    await bill('300.00', 'Apple Inc')
    // The same biller, but for somebody else.
    await bill('300.00', 'Netflix Inc', { accountName: 'the thief' })
    await cool(ada)
    expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 2, failed: 0 })
  })

  test('later ones when they are saved, also where their date is after the cooling', async () => {
    const ada = await payer()
    const bill = billOf(ada)
    await bill('5.00', 'Netflix Inc')
    expect(await payDueBills(t.bank)).toEqual({ paid: 1, retry: 0, failed: 0 })
    await cool(ada)
    expect(await bill('300.00', 'netflix inc')).toMatchObject({ http: 200 })
    for (const date of [inDays(0), inDays(3)]) {
      expect(await bill('300.00', 'Apple Inc', { date })).toMatchObject(cooling)
      const thief = { accountName: 'the thief', date }
      expect(await bill('300.00', 'Netflix Inc', thief)).toMatchObject(cooling)
    }
    // Of today it is not counted again when it is paid; small ones share the limit with transfers.
    expect(await bill('150.00', 'Apple Inc')).toMatchObject({ http: 200 })
    expect(await bill('50.01', 'Apple Inc', { date: inDays(3) })).toMatchObject(cooling)
    expect(await bill('50.00', 'Apple Inc', { date: inDays(3) })).toMatchObject({ http: 200 })
    expect(await payDueBills(t.bank)).toEqual({ paid: 2, retry: 0, failed: 0 })
    expect(await pay(ada, await payee(), '0.01')).toMatchObject(cooling)
    expect(await t.findings()).toEqual([])
  })

  test('a hundred at once stay within the limit', async () => {
    const ada = await payer()
    await cool(ada)
    const saved = await Promise.all(
      Array.from({ length: 100 }, () => billOf(ada)('30.00', 'Apple Inc', { date: inDays(3) })),
    )
    expect(saved.filter(({ http }) => http === 200)).toHaveLength(6)
  })

  test('one whose PIN is wrong counts nothing', async () => {
    const ada = await payer()
    await cool(ada)
    await t.ask(saveBiller, { name: 'Somebody' } as never, ada.token)
    const wrong = {
      ...{ biller: 'Somebody', accountName: 'ada', amount: '200.00', date: inDays(3) },
      ...{ account: ada.account.publicId, type: 'one time', pin: '0000' },
    }
    expect(await t.ask(saveBiller, wrong as never, ada.token)).toMatchObject({ code: 'pin_wrong' })
    expect(await pay(ada, await payee(), '200.00')).toMatchObject({ http: 200 })
  })
})

test('a hundred at once stay within the limit', async () => {
  const [ada, stranger] = [await payer(), await payee()]
  await cool(ada)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => pay(ada, stranger, '30.00')))
  expect(outcomes.filter(({ http }) => http === 200)).toHaveLength(6)
  expect(outcomes.filter(({ code }) => code === 'cooling')).toHaveLength(94)
  expect(await t.findings()).toEqual([])
})

// shows D146
test('a first PIN cools nothing', async () => {
  const [ada, stranger] = [await payer(), await payee()]
  expect((await pay(ada, stranger, '1000.00')).http).toBe(200)
  const wrong = await t.ask(
    transferLocal,
    { ...money(ada, '1.00'), pin: '0000', acc_number: stranger.account.number, acc_name: 'x' },
    ada.token,
  )
  expect(wrong).toEqual(refusedWith('pin_wrong', { data: { triesLeft: 4 } }))
})
