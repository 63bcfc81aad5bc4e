import { requestOtp, savePin, transferLocal, transferOwn } from '@passbook/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)

afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const payer = (balance: string, useOtp = false) =>
  t.customer({ pin: '4821', balance, flags: { UseOtp: useOtp } })

const order = (from: TestCustomer, to: TestCustomer, changes: object = {}) => ({
  source_account: from.account.publicId,
  amount: '10.00',
  acc_number: to.account.number,
  acc_name: to.name,
  pin: '4821',
  ...changes,
})

async function balance({ id }: TestCustomer): Promise<bigint> {
  const [account] = await accountsOf(db.sql, id)
  return account?.balanceMinor ?? -1n
}

const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const counted = (answers: { http: number }[], http: number) =>
  answers.filter((answer) => answer.http === http).length

describe('at once', () => {
  // asvs 2.3.4
  test('100 transfers of 10 from 100: exactly 10 go through', async () => {
    const [ada, bob] = [await payer('100.00'), await payer('0.01')]
    const answers = await many(100, () => t.ask(transferLocal, order(ada, bob), ada.token))
    expect(counted(answers, 200)).toBe(10)
    expect(answers.filter(({ http }) => http !== 200).map(({ message }) => message)).toEqual(
      Array(90).fill('Insufficient funds'),
    )
    expect(await balance(ada)).toBe(0n)
    expect(await balance(bob)).toBe(100_01n)
  })

  test('50 uses of one code: exactly one pays', async () => {
    const [ada, bob] = [await payer('1000.00', true), await payer('0.01')]
    await t.ask(requestOtp, { pin: '4821' }, ada.token)
    const otp = /^\d{4}$/m.exec((await t.mailTo(ada.email))[0]?.text ?? '')?.[0]
    // Each is an order of its own, so no answer can be the replay of another.
    await many(50, (index) =>
      t.ask(transferLocal, order(ada, bob, { otp, amount: `1.${10 + index}` }), ada.token),
    )
    const [spent] = await db.sql<{ count: number }>`
      select count(*)::int4 as count from transactions
      where account_id = ${ada.account.id} and type = 'debit'`
    expect(spent?.count).toBe(1)
  })

  test('50 sendings with one key: one effect, one answer', async () => {
    const [ada, bob] = [await payer('1000.00'), await payer('0.01')]
    const replies = await many(50, () =>
      t.send(transferLocal, order(ada, bob), {
        token: ada.token,
        headers: { 'idempotency-key': 'the-same-for-all' },
      }),
    )
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(200)
    expect(await balance(bob)).toBe(10_01n)
  })

  test('crossing transfers never surface a deadlock', async () => {
    const [ada, bob] = [await payer('1000.00'), await payer('1000.00')]
    for (let round = 0; round < 10; round += 1) {
      const answers = await many(20, (index) =>
        index % 2
          ? t.ask(transferLocal, order(ada, bob), ada.token)
          : t.ask(transferLocal, order(bob, ada), bob.token),
      )
      expect(counted(answers, 200)).toBe(20)
    }
    expect((await balance(ada)) + (await balance(bob))).toBe(2000_00n)
  })
})

test.each([60, 127, 190])(
  '200 PINs at once by transfers alone, the right one at %i',
  async (place) => {
    const [ada, bob] = [await payer('1000.00'), await payer('0.01')]
    const pins = Array.from({ length: 200 }, (_, pin) => String(pin).padStart(4, '0'))
    pins[place] = '4821'
    const answers = await Promise.all(
      pins.map((pin) => t.ask(transferLocal, order(ada, bob, { pin }), ada.token)),
    )
    expect(counted(answers, 200)).toBe(0)
    expect(counted(answers, 422)).toBe(5)
    expect(await balance(ada)).toBe(1000_00n)
  },
)

// A tenth of all PINs keeps the suite quick; PIN_COUNT=10000 tries every one.
const pinCount = Number(process.env.PIN_COUNT ?? 1000)

test('every PIN over three calls at once: five are looked at, and no money moves', async () => {
  const [ada, bob] = [await payer('1000.00'), await payer('0.01')]
  const pins = Array.from({ length: pinCount }, (_, pin) => String(pin).padStart(4, '0')).filter(
    (pin) => pin !== '4821',
  )
  // The right one is tried as well, late, by a transfer that would pay: by then the lock has closed.
  pins.splice(201, 0, '4821')
  const ways = [
    (pin: string) => t.ask(transferLocal, order(ada, bob, { pin }), ada.token),
    (pin: string) => t.ask(requestOtp, { pin }, ada.token),
    (pin: string) =>
      t.ask(
        transferOwn,
        { ...order(ada, bob, { pin }), destination_account: bob.account.publicId },
        ada.token,
      ),
  ]
  for (let start = 0; start < pins.length; start += 500) {
    await Promise.all(
      pins.slice(start, start + 500).map((pin, index) => ways[index % ways.length]?.(pin)),
    )
  }
  const [tried] = await db.sql<{ total: number }>`
    select pin_tries_total as total from customers where id = ${ada.id}`
  expect(tried?.total).toBe(5)
  expect(await balance(ada)).toBe(1000_00n)
  const unlocked = await t.ask(savePin, { newPin: '4821', password: ada.password }, ada.token)
  expect(unlocked.http).toBe(200)
  expect((await t.ask(transferLocal, order(ada, bob), ada.token)).http).toBe(200)
}, 600_000)
