import {
  createAccount,
  readLimits,
  saveLimits,
  securityEvents,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { type Answer, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const day = 24 * 3_600_000
const bob = await t.customer()
const payer = () => t.customer({ pin: '4821', balance: '9000.00', flags: { UseOtp: false } })
const set = (who: TestCustomer, wanted: { per_day?: string; per_transfer?: string }) =>
  t.ask(saveLimits, wanted, who.token)
const read = async (who: TestCustomer) => (await t.ask(readLimits, {}, who.token)).data
const pay = (who: TestCustomer, amount: string) =>
  t.ask(
    transferLocal,
    {
      source_account: who.account.publicId,
      amount,
      pin: '4821',
      acc_number: bob.account.number,
      acc_name: 'x',
    },
    who.token,
  )
const own = (amount: string, span: string) =>
  refusedWith('daily_limit', {
    message: `This is above your own limit of ${amount} ${span}`,
    data: { ownLimit: true },
  })
const lapse = ({ id }: TestCustomer) =>
  db.sql`update sessions set fresh_until = null where customer_id = ${id}`

test('nobody has any until they set some, and both hold at once', async () => {
  const ada = await payer()
  expect(await read(ada)).toEqual({
    PerDay: null,
    PerTransfer: null,
    BankPerDay: '50000.00',
    SentToday: '0.00',
    Coming: null,
    Frozen: false,
    CoolingUntil: null,
  })
  // To lower needs no proof.
  await lapse(ada)
  expect(await set(ada, { per_day: '100.00', per_transfer: '60' })).toMatchObject({
    http: 200,
    data: { PerDay: '100.00', PerTransfer: '60.00', Coming: null },
  })
  expect(await pay(ada, '60.01')).toEqual(own('$60.00', 'a transfer'))
  expect(await pay(ada, '60.00')).toMatchObject({ http: 200 })
  expect(await pay(ada, '40.01')).toEqual(own('$100.00', 'a day'))
  expect(await pay(ada, '40.00')).toMatchObject({ http: 200 })
  expect(await read(ada)).toMatchObject({ SentToday: '100.00' })
  t.clock.advance(day)
  const tomorrow = { ...ada, token: await t.signInAgain(ada) }
  expect(await pay(tomorrow, '60.00')).toMatchObject({ http: 200 })
})

test('a higher one needs a proof and holds after a day; lowering takes it back', async () => {
  const ada = await payer()
  await set(ada, { per_day: '100.00' })
  await lapse(ada)
  expect(await set(ada, { per_day: '100.01' })).toEqual(refusedWith('reauth_required'))
  // None at all is higher than any.
  expect(await set(ada, {})).toEqual(refusedWith('reauth_required'))
  const fresh = { ...ada, token: await t.signInAgain(ada) }
  expect(await set(fresh, { per_day: '500.00' })).toMatchObject({
    http: 200,
    data: { PerDay: '100.00', Coming: { PerDay: '500.00', PerTransfer: null } },
  })
  expect(await pay(fresh, '100.01')).toEqual(own('$100.00', 'a day'))
  t.clock.advance(day - 60_000)
  const almost = { ...ada, token: await t.signInAgain(ada) }
  expect(await pay(almost, '100.01')).toEqual(own('$100.00', 'a day'))
  // To ask for the same, or for less than is coming, does not begin the day anew.
  expect(await set(almost, { per_day: '400.00' })).toMatchObject({ http: 200 })
  t.clock.advance(60_001)
  expect(await pay(almost, '400.01')).toEqual(own('$400.00', 'a day'))
  expect(await pay(almost, '400.00')).toMatchObject({ http: 200 })
  expect(await read(almost)).toMatchObject({ PerDay: '400.00', Coming: null })
  await set(almost, { per_day: '900.00' })
  await set(almost, { per_day: '400.00' })
  expect(await read(almost)).toMatchObject({ PerDay: '400.00', Coming: null })
  t.clock.advance(day + 1)
  const later = { ...ada, token: await t.signInAgain(ada) }
  expect(await pay(later, '400.01')).toEqual(own('$400.00', 'a day'))
})

test('lower ones are told by mail', async () => {
  const ada = await payer()
  await set(ada, { per_day: '100.00' })
  expect((await t.mailTo(ada.email))[0]).toMatchObject({
    subject: 'Your limits were lowered',
    text: expect.stringContaining('The lower limits hold at once.'),
  })
})

test('a thief who asks for more again and again only waits longer, and the customer is told', async () => {
  const ada = await payer()
  await set(ada, { per_transfer: '10.00' })
  await set(ada, { per_transfer: '20.00' })
  t.clock.advance(day - 60_000)
  const fresh = { ...ada, token: await t.signInAgain(ada) }
  await set(fresh, { per_transfer: '9000.00' })
  t.clock.advance(60_001)
  expect(await pay(fresh, '20.01')).toEqual(own('$10.00', 'a transfer'))
  const subjects = (await t.mailTo(ada.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Your limits will be raised')).toHaveLength(2)
  const log = (await t.ask(securityEvents, {} as never, fresh.token)) as Answer
  expect(log.data).toMatchObject({
    List: [{ Kind: 'limits_raised' }, { Kind: 'limits_raised' }, { Kind: 'limits_lowered' }],
  })
})

test('many at once stay within the day, also in a batch; own accounts do not count', async () => {
  const ada = await payer()
  await set(ada, { per_day: '50.00', per_transfer: '9.00' })
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => pay(ada, '9.00')))
  expect(outcomes.filter(({ http }) => http === 200)).toHaveLength(5)
  const account = { accountName: 'Savings', accountType: 'savings', currency: 'usd' }
  const made = (await t.ask(createAccount, account as never, ada.token)).data as { Id: string }
  const order = {
    source_account: ada.account.publicId,
    destination_account: made.Id,
    amount: '500.00',
    pin: '4821',
  }
  expect((await t.ask(transferOwn, order, ada.token)).http).toBe(200)
  expect(await t.findings()).toEqual([])
})

test.each(['0', '-5', 'much', '1.234'])('%s is no limit', async (per_day) => {
  const ada = await payer()
  expect(await set(ada, { per_day })).toEqual(
    refusedWith('invalid', { message: 'Enter a valid amount', field: 'per_day' }),
  )
})
