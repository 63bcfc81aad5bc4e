import {
  requestOtp,
  requestOtpByForm,
  resolveAccount,
  saveBeneficiary,
  transferLocal,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const t = await testBank(await testDb())
afterAll(() => t.stop())

const nobody = '1234567897'
const payer = () => t.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
const bob = await t.customer({ firstName: 'Bob', lastName: 'Stone' })

const lookUp = ({ token }: TestCustomer, accountNumber: string) =>
  t.ask(resolveAccount, { accountNumber }, token)
const order = (from: TestCustomer, acc_number = bob.account.number) => ({
  source_account: from.account.publicId,
  amount: '5.00',
  acc_number,
  acc_name: 'whatever was typed',
  pin: '4821',
})
const pay = (from: TestCustomer, number?: string) =>
  t.ask(transferLocal, order(from, number), from.token)
const codeFor = (from: TestCustomer, number = bob.account.number) =>
  t.ask(
    requestOtp,
    {
      pin: '4821',
      source_account: from.account.publicId,
      amount: '5.00',
      to: `local:${number}`,
    },
    from.token,
  )
const save = (from: TestCustomer, account_number = bob.account.number) =>
  t.ask(
    saveBeneficiary,
    { type: 'local transfer', account_number, account_name: 'Bob Stone' },
    from.token,
  )

const closed = {
  http: 429,
  code: 'too_many',
  message: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes$/),
  data: { retryAfterSeconds: expect.any(Number) },
}

// shows §7.22 D68
test('gives the holder’s name for an exact number, and refuses the rest', async () => {
  const ada = await payer()
  expect(await lookUp(ada, bob.account.number)).toMatchObject({
    status: 'success',
    data: 'Bob Stone',
  })
  for (const number of ['1234567', 'abcdefgh', '1'.repeat(100), nobody]) {
    expect(await lookUp(ada, number)).toMatchObject({
      http: 422,
      message: 'Enter a valid account number',
    })
  }
})

// shows D68
// asvs 2.4.1
test('twenty in a minute are enough, whatever they find', async () => {
  const ada = await payer()
  for (let asked = 0; asked < 20; asked += 1) {
    expect((await lookUp(ada, bob.account.number)).http).toBe(200)
  }
  expect((await lookUp(ada, bob.account.number)).http).toBe(429)
  t.clock.advance(61_000)
  expect((await lookUp(ada, bob.account.number)).http).toBe(200)
})

// shows D138
describe('numbers that nobody holds', () => {
  test('count where their check digit is right; twenty in an hour end every way to ask', async () => {
    const ada = await payer()
    for (let misses = 0; misses < 20; misses += 1) {
      // Whether by look-up, order, code or recipient: it is one count.
      const ask = [lookUp, pay, codeFor, save][misses % 4] ?? lookUp
      expect((await ask(ada, nobody)).http).toBe(422)
      expect((await lookUp(ada, '1234567890')).http).toBe(422)
      if (misses % 5 === 4) t.clock.advance(61_000)
    }
    for (const number of [bob.account.number, nobody]) {
      for (const ask of [lookUp, pay, codeFor, save]) {
        expect(await ask(ada, number)).toMatchObject(closed)
      }
    }
    const byForm = { ...order(ada), to: `local:${bob.account.number}` }
    expect(await t.ask(requestOtpByForm, byForm, ada.token)).toMatchObject(closed)
    t.clock.advance(3_600_000)
    const token = await t.signInAgain(ada)
    const again = { ...ada, token }
    for (const ask of [lookUp, pay, codeFor, save]) {
      expect((await ask(again, bob.account.number)).http).toBe(200)
    }
  })

  test('sixty on a day do, too', async () => {
    const ada = await payer()
    let token = ada.token
    for (let misses = 0; misses < 60; misses += 1) {
      if (misses % 10 === 0) {
        t.clock.advance(3_600_000)
        token = await t.signInAgain(ada)
      }
      expect((await lookUp({ ...ada, token }, nobody)).http).toBe(422)
    }
    t.clock.advance(3_600_000)
    const late = { ...ada, token: await t.signInAgain(ada) }
    expect(await pay(late)).toMatchObject({ http: 429 })
    expect(await lookUp(late, bob.account.number)).toMatchObject({ http: 429 })
  })

  test('without a right check digit never count, however many', async () => {
    const ada = await payer()
    for (let asked = 0; asked < 30; asked += 1) {
      if (asked % 15 === 0) t.clock.advance(61_000)
      expect((await lookUp(ada, '9988776654')).http).toBe(422)
      expect((await pay(ada, '9988776654')).http).toBe(422)
    }
    t.clock.advance(61_000)
    expect((await lookUp(ada, bob.account.number)).http).toBe(200)
  })

  test('do not take the answer from an order that was made already', async () => {
    const ada = await payer()
    const options = { token: ada.token, headers: { 'idempotency-key': 'made-before' } }
    const first = await t.send(transferLocal, order(ada), options)
    expect(first.statusCode).toBe(200)
    for (let misses = 0; misses < 20; misses += 1) await pay(ada, nobody)
    expect(await pay(ada)).toMatchObject(closed)
    const again = await t.send(transferLocal, order(ada), options)
    expect(again.body).toBe(first.body)
  })

  test('of another customer do not close mine', async () => {
    const [ada, eve] = [await payer(), await payer()]
    for (let misses = 0; misses < 20; misses += 1) await pay(eve, nobody)
    expect(await pay(eve)).toMatchObject(closed)
    expect((await pay(ada)).http).toBe(200)
    expect(await t.findings()).toEqual([])
  })
})

// shows D138
test('a mail for a plainer client names its payee as long as look-ups are left', async () => {
  const ada = await payer()
  const plain = {
    pin: '4821',
    source_account: ada.account.publicId,
    amount: '5.00',
    to: bob.account.number,
  }
  const words = async () => {
    expect((await t.ask(requestOtp, plain, ada.token)).http).toBe(200)
    return (await t.mailTo(ada.email))[0]?.text
  }
  expect(await words()).toContain(`to Bob Stone (${bob.account.number})`)
  for (let misses = 0; misses < 20; misses += 1) await pay(ada, nobody)
  expect(await words()).not.toContain('Bob Stone')
})
