import { login, resetPassword, savePassword, signup } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { issueLink } from './links.ts'
import { assertGoodPassword } from './password-rules.ts'

const db = await testDb()
const bank = await testBank(db, { config: { systemName: 'Harbour Bank' } })
afterAll(() => bank.stop())

const person = {
  firstName: 'Ayşe Nur',
  middleName: 'Ela',
  lastName: 'Yılmaz',
  email: 'sailor.girl@example.com',
}
/** What a form answers to a password that is guessed first: sign-up has a told text, the code says why. */
const common = {
  ...{ http: 422, code: 'password_common' },
  message: 'It is one of the passwords that are guessed first.',
}
const personal = {
  ...{ http: 422, code: 'password_personal' },
  message: 'It contains your name, your username, your email or the name of the bank.',
}

/** Each way to choose a password, and what it answers to one. */
const ways: [string, string, string, (password: string) => Promise<unknown>][] = [
  [
    'sign-up',
    'password',
    'yelken1987',
    (password) => {
      const form = signUpForm({ ...person, username: 'yelken1987', password })
      return bank.ask(signup, form as never)
    },
  ],
  [
    'reset',
    'password',
    'deniz1987',
    async (password) => {
      const link = { customerId: ayse.id, purpose: 'reset' as const, now: bank.clock.now() }
      const { token: buffer } = await db.transaction((sql) =>
        issueLink(sql, { ...link, minutes: 30 }),
      )
      return bank.ask(resetPassword, { buffer, password, confirmPassword: password })
    },
  ],
  [
    'change',
    'new_password',
    'deniz1987',
    (password) => {
      const change = { old_password: ayse.password, new_password: password }
      return bank.ask(savePassword, change, ayse.token)
    },
  ],
]
const ayse = await bank.customer({
  ...person,
  email: 'sailor.girl@example.org',
  username: 'deniz1987',
})

// asvs 6.2.4 6.2.11
// shows D90 D157
test.each(ways)(
  '%s refuses what is guessed first, and says why',
  async (way, field, username, choose) => {
    const told = way === 'sign-up' ? { message: 'Make a hard to guess password' } : {}
    const listed = ['123456', 'PassWord', 'qwerty', 'iloveyou', 'ｑｗｅｒｔｙ', '1234', 'summer']
    const own = [
      'ayse2026',
      'AYŞE-rocks',
      'xyilmazx',
      `my ${username}`,
      'sailor.girl',
      'mysailor',
      'ela1',
    ]
    const banks = ['harbourbank', 'Harbour Bank 1', 'my Harbour bank']
    for (const password of listed) {
      expect(await choose(password), password).toMatchObject({ ...common, ...told, field })
    }
    for (const password of [...own, ...banks]) {
      expect(await choose(password), password).toMatchObject({ ...personal, ...told, field })
    }
  },
)

test('the refused leave everything as it was, and a link is not spent by them', async () => {
  const link = { customerId: ayse.id, purpose: 'reset' as const, now: bank.clock.now() }
  const { token: buffer } = await db.transaction((sql) => issueLink(sql, { ...link, minutes: 30 }))
  const save = (password: string) =>
    bank.ask(resetPassword, { buffer, password, confirmPassword: password })
  expect(await save('dragon')).toMatchObject(common)
  expect((await bank.ask(login, { username: ayse.username, password: 'dragon' })).http).toBe(422)
  const same = { username: ayse.username, password: ayse.password }
  expect((await bank.ask(login, same)).http).toBe(200)
  expect((await save('qzrt')).http).toBe(200)
  expect((await bank.ask(login, { username: ayse.username, password: 'qzrt' })).http).toBe(200)
})

test('four characters that nobody guesses first are still enough', () => {
  const config = { passwordMin: 4, systemName: 'Harbour Bank' }
  const her = { ...person, username: 'yelken' }
  const rule = (password: string) =>
    assertGoodPassword(config, { password, field: 'p', tooShort: 'short', personal: her })
  // Elaborate holds the short name Ela, which says nothing; bank and harbour are words like others.
  for (const password of [
    'qzrt',
    'elaborate',
    'river bank',
    'harbour',
    'demo1234',
    'an ordinary',
  ]) {
    expect(() => rule(password)).not.toThrow()
  }
  expect(() => rule('abc')).toThrow('short')
})

// asvs 6.2.5 6.2.8 6.2.9
test('a password counts as it was typed: any characters, long ones too, none changed', async () => {
  const odd = [' Sp ace ', 'çığ-🏔️-Ünlü', 'x'.repeat(64), `${'long '.repeat(40)}end`]
  for (const password of odd) {
    const { username } = await bank.customer({ password })
    expect((await bank.ask(login, { username, password })).http).toBe(200)
    const changed = [password.trim(), password.toUpperCase(), password.slice(0, -1)]
    for (const other of changed.filter((one) => one !== password)) {
      expect((await bank.ask(login, { username, password: other })).http).toBe(422)
    }
  }
})
