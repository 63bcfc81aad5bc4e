import {
  checkPayee,
  initUser,
  type Output,
  resolveAccount,
  transferLocal,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const bank = await testBank(await testDb())
afterAll(() => bank.stop())

const nobody = '1234567897'
const ayse = await bank.customer({ firstName: 'Ayşe Nur', lastName: 'Yılmaz' })
const yaroslav = await bank.customer({ firstName: 'Ярослав', lastName: 'Мудрый' })

const check = ({ token }: TestCustomer, name: string, acc_number = ayse.account.number) =>
  bank.ask(checkPayee, { acc_number, name }, token)

test('a typed name is compared; only a close one is told the right name', async () => {
  const ada = await bank.customer()
  expect((await check(ada, 'ayse yilmaz')).data).toEqual({ verdict: 'match' })
  expect((await check(ada, 'Ayşe Nur Yilmas')).data).toEqual({
    verdict: 'close',
    name: 'Ayşe Nur Yılmaz',
  })
  const reply = await bank.send(
    checkPayee,
    { acc_number: ayse.account.number, name: 'Fatma Demir' },
    { token: ada.token },
  )
  expect(reply.json()).toEqual({ status: 'success', data: { verdict: 'none' } })
  expect(reply.body).not.toMatch(/Ayşe|Nur|Yılmaz/)
})

test('what cannot be compared is said to be unavailable, and is nobody’s fault', async () => {
  const ada = await bank.customer()
  for (let asked = 0; asked < 40; asked += 1) {
    if (asked % 20 === 0) bank.clock.advance(61_000)
    const { data } = await check(ada, 'Yaroslav Mudry', yaroslav.account.number)
    expect(data).toEqual({ verdict: 'unavailable' })
  }
})

test('names that look alike are one name, whatever letters and unseen signs they are made of', async () => {
  const ada = await bank.customer()
  // Kept from before such a name was refused.
  const bob = await bank.customer({ firstName: 'Bo\u200bb', lastName: 'Stone' })
  const { number } = bob.account
  expect((await check(ada, 'Bob Stone', number)).data).toEqual({ verdict: 'match' })
  expect((await check(ada, 'Bob Ston\u200de', number)).data).toEqual({ verdict: 'match' })
  expect((await check(ada, 'Воb Stоnе', number)).data).toEqual({ verdict: 'match' })
  const resolved = await bank.ask(resolveAccount, { accountNumber: number }, ada.token)
  expect(JSON.stringify(resolved)).toContain('Bob Stone')
})

test('a number of nobody, a form without a name and strangers are refused', async () => {
  const ada = await bank.customer()
  for (const number of [nobody, '1234567890', 'x']) {
    expect(await check(ada, 'Ayşe Yılmaz', number)).toEqual(
      refusedWith('unknown_payee', {
        message: 'Enter a valid account number',
        field: 'acc_number',
      }),
    )
  }
  expect(await check(ada, '  ')).toMatchObject({ http: 422, field: 'name' })
  expect((await bank.ask(checkPayee, { acc_number: nobody, name: 'A B' })).http).toBe(401)
})

test('guessing counts as missing: after twenty neither look-up nor order answers', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '50.00', flags: { UseOtp: false } })
  for (let guess = 0; guess < 20; guess += 1) {
    if (guess % 10 === 0) bank.clock.advance(61_000)
    const number = guess % 2 ? ayse.account.number : nobody
    expect((await check(ada, 'Fatma Demir', number)).http).toBe(guess % 2 ? 200 : 422)
  }
  bank.clock.advance(61_000)
  expect((await check(ada, 'Ayşe Yılmaz')).http).toBe(429)
  const lookUp = { accountNumber: ayse.account.number }
  expect((await bank.ask(resolveAccount, lookUp, ada.token)).http).toBe(429)
  const order = {
    source_account: ada.account.publicId,
    amount: '5.00',
    acc_number: ayse.account.number,
    acc_name: 'Ayşe Yılmaz',
    pin: '4821',
  }
  expect((await bank.ask(transferLocal, order, ada.token)).http).toBe(429)
})

test('a hundred guesses at once are twenty', async () => {
  const ada = await bank.customer()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, guess) => check(ada, `Guess Number${guess}`)),
  )
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(20)
  expect(replies.filter(({ http }) => http === 429)).toHaveLength(80)
})

test('a right name costs nothing, and its look-ups share the minute with the others', async () => {
  const ada = await bank.customer()
  for (let asked = 0; asked < 20; asked += 1) {
    expect((await check(ada, 'Ayşe Yılmaz')).http).toBe(200)
  }
  const lookUp = { accountNumber: ayse.account.number }
  expect((await bank.ask(resolveAccount, lookUp, ada.token)).http).toBe(429)
  bank.clock.advance(61_000)
  expect((await bank.ask(resolveAccount, lookUp, ada.token)).http).toBe(200)
})

test('the client is told that names can be checked', async () => {
  const ada = await bank.customer()
  const { features } = (await bank.ask(initUser, {}, ada.token)).data as Output<typeof initUser>
  expect(features).toContain('payee-check')
})
