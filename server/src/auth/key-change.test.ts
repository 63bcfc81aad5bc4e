import {
  addPasskey,
  confirm2fa,
  initUser,
  login,
  passkeyOptions,
  requestOtp,
  totp,
  transferCard,
  transferLocal,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { nameCardKeys } from '#cards/cards.ts'
import { keyId } from '#kernel/secret-key.ts'
import { appCode } from '#testing/app-code.ts'
import { softwarePasskey } from '#testing/software-passkey.ts'
import {
  codeIn,
  standingClock,
  type TestBank,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { pinHmac } from './secrets.ts'

const db = await testDb()
const keys = {
  first: 'the first key of a bank that has many',
  second: 'another one, drawn by dice 4711',
}
// One for all, and no step of an app's codes ends between a code and the look at it.
const clock = standingClock(new Date())
const start = (secretKey: string, oldSecretKeys: string[] = []) =>
  testBank(db, { clock, config: { secretKey, oldSecretKeys } })
const before = await start(keys.first)
const between = await start(keys.second, [keys.first])
const after = await start(keys.second)
afterAll(async () => {
  for (const bank of [before, between, after]) await bank.stop()
})

const pin = '2468'
const customer = (flags: Record<string, boolean>) =>
  before.customer({ pin, balance: '100.00', flags })
const bob = await before.customer()
const pay = (bank: TestBank, from: TestCustomer, more: Record<string, string> = {}) =>
  bank.ask(
    transferLocal,
    {
      source_account: from.account.publicId,
      acc_number: bob.account.number,
      acc_name: bob.name,
      amount: '1.00',
      pin,
      otp: '',
      ...more,
    },
    from.token,
  )
const pinOf = async ({ id }: TestCustomer) => {
  const [row] = await db.sql<{ pin: string; tries: number }>`
    select pin_hmac as pin, pin_tries as tries from customers where id = ${id}`
  return row
}
const cvvOf = async (bank: TestBank, { token }: TestCustomer) => {
  const { data } = await bank.ask(initUser, {}, token)
  return (data as { cards: { Cv2: string }[] }).cards.map(({ Cv2 }) => Cv2)
}

describe('after the key was changed', () => {
  // asvs 11.2.2
  test('a PIN still works and is kept under the new key from then on', async () => {
    const ada = await customer({ UseOtp: false })
    const [old, fresh] = [keys.first, keys.second].map((key) => pinHmac(key, ada.id, pin))
    expect((await pay(between, ada, { pin: '1357' })).code).toBe('pin_wrong')
    expect(await pinOf(ada)).toEqual({ pin: old, tries: 1 })
    expect((await pay(between, ada)).http).toBe(200)
    expect(await pinOf(ada)).toEqual({ pin: fresh, tries: 0 })
    expect((await pay(after, ada)).http).toBe(200)
    expect((await pay(between, ada, { pin: '1357' })).code).toBe('pin_wrong')
  })

  test('many at once pay once each, whichever key the PIN is under', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => customer({ UseOtp: false })))
    const orders = people.flatMap((who) => [1, 2, 3].map(() => pay(between, who)))
    expect((await Promise.all(orders)).map(({ http }) => http)).toEqual(orders.map(() => 200))
    for (const who of people)
      expect((await pinOf(who))?.pin).toBe(pinHmac(keys.second, who.id, pin))
    expect(await between.findings()).toEqual([])
  })

  test('a hundred guesses get no more looks than before', async () => {
    const ada = await customer({ UseOtp: false })
    const guesses = Array.from({ length: 100 }, (_, index) => String(index).padStart(4, '0'))
    const answers = await Promise.all(guesses.map((guess) => pay(between, ada, { pin: guess })))
    expect(answers.filter(({ code }) => code === 'pin_wrong')).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'pin_locked')).toHaveLength(95)
  })

  test('a PIN that nobody used before the old key went is void', async () => {
    const ada = await customer({ UseOtp: false })
    expect((await pay(after, ada)).code).toBe('pin_wrong')
  })

  test('codes that were mailed before are good', async () => {
    const ada = await customer({ UseLoginVerification: true })
    await before.ask(requestOtp, { pin }, ada.token)
    const otp = codeIn((await before.mailTo(ada.email))[0])
    expect((await pay(between, ada, { otp: otp === '0000' ? '0001' : '0000' })).code).toBe(
      'otp_wrong',
    )
    expect((await pay(between, ada, { otp })).http).toBe(200)
    const { username, password } = ada
    const { buffer } = (await before.ask(login, { username, password })).data as { buffer: string }
    const code = codeIn((await before.mailTo(ada.email))[0])
    expect((await between.ask(confirm2fa, { buffer, otp: code })).http).toBe(200)
  })

  test('a card keeps its CVV, and goes over to the new key when it is looked at', async () => {
    const ada = await customer({})
    const cvv = await cvvOf(before, ada)
    expect(cvv).toEqual([expect.stringMatching(/^\d{3}$/)])
    const looks = await Promise.all(Array.from({ length: 5 }, () => cvvOf(between, ada)))
    expect(looks).toEqual(looks.map(() => cvv))
    expect(await cvvOf(after, ada)).toEqual(cvv)
    const [card] = await db.sql`select cvv_key as key from cards where customer_id = ${ada.id}`
    expect(card).toEqual({ key: keyId(keys.second) })
  })

  test('a card from before keys had names is under the key of that time', async () => {
    const ada = await customer({})
    const cvv = await cvvOf(before, ada)
    await db.sql`update cards set cvv_key = null where customer_id = ${ada.id}`
    await nameCardKeys(db.sql, between.bank.config)
    const [card] = await db.sql`select cvv_key as key from cards where customer_id = ${ada.id}`
    expect(card).toEqual({ key: keyId(keys.first) })
    expect(await cvvOf(between, ada)).toEqual(cvv)
  })

  test('a passkey approves a transfer to a card', async () => {
    const ada = await customer({ UseOtp: true })
    const key = softwarePasskey({ algorithm: 'ES256' })
    const toAdd = await before.ask(passkeyOptions, { use: 'add' }, ada.token)
    const made = key.create(toAdd.data as { challenge: string })
    await before.ask(addPasskey, { name: 'Phone', credential: made }, ada.token)
    const order = { source_account: ada.account.publicId, amount: '1.00' }
    const card = { card_number: '4242424242424242' }
    const asked = { use: 'approve', ...order, ...card, to: 'card:4242 of "A B", 12/40' } as const
    const options = await between.ask(passkeyOptions, asked, ada.token)
    const approval = key.sign(options.data as { challenge: string })
    const rest = { card_name: 'A B', card_expiry: '12/40', card_cv2: '123' }
    const paid = await between.ask(
      transferCard,
      { ...order, ...card, ...rest, approval },
      ada.token,
    )
    expect(paid.http).toBe(200)
  })

  test('an app that was used since goes on under the new key alone', async () => {
    const ada = await customer({ UseOtp: false })
    const begun = await before.ask(totp, { use: 'begin' }, ada.token)
    const { Secret: secret } = begun.data as { Secret: string }
    const code = (steps: number) =>
      appCode(secret, new Date(before.clock.now().getTime() + steps * 30_000))
    await before.ask(totp, { use: 'confirm', code: code(-1) }, ada.token)
    const enter = async (bank: TestBank, otp: string) => {
      const { data } = await bank.ask(login, { username: ada.username, password: ada.password })
      return bank.ask(confirm2fa, { buffer: (data as { buffer: string }).buffer, otp })
    }
    expect((await enter(after, code(0))).code).toBe('code_wrong')
    expect((await enter(between, code(0))).http).toBe(200)
    expect((await enter(after, code(1))).http).toBe(200)
  })
})
