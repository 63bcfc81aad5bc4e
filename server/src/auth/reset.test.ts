import {
  confirm2fa,
  confirmReset,
  initUser,
  login,
  messages,
  requestPasswordReset,
  resetPassword,
  tokenLogin,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { recording } from '#testing/recording-db.ts'
import {
  answerOf,
  codeIn,
  linkIn,
  refusedWith,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { strangerBucket } from './sign-in-limits.ts'

const db = await testDb()
const bank = await testBank(db, { config: { publicUrl: 'https://bank.example' } })
afterAll(() => bank.stop())

const minuteMs = 60_000
const ask = async (user: string, headers: Record<string, string> = {}) => {
  const reply = await bank.send(requestPasswordReset, { user }, { headers })
  await bank.bank.background.settled()
  return reply
}
const resetMails = async ({ email }: TestCustomer) =>
  (await bank.mailTo(email)).filter(({ subject }) => subject === 'Reset your password')
const linkOf = async (customer: TestCustomer) => {
  await ask(customer.username)
  return linkIn((await resetMails(customer))[0])
}
const save = async (buffer: string, password = 'a new one', confirmPassword = password) =>
  answerOf(await bank.send(resetPassword, { buffer, password, confirmPassword }))
const enter = async (username: string, password: string, address = '10.3.0.1') =>
  answerOf(await bank.send(login, { username, password }, { address }))
const invalid = refusedWith('reset_link_invalid', { message: 'Invalid reset link' })

describe('asking for a reset link', () => {
  test.each([{}, { user: '' }, { user: '  ' }])('%j names nobody', async (fields) => {
    const answer = answerOf(await bank.send(requestPasswordReset, fields))
    const message = 'Enter your username or email address'
    expect(answer).toEqual(refusedWith('invalid', { message, field: 'user' }))
  })

  test('does its work neither at once nor otherwise for nobody, so that no call feels it', async () => {
    const ada = await bank.customer()
    const said: string[] = []
    const heard = recording(db, said)
    const t = await testBank(heard)
    const statementsFor = async (user: string) => {
      said.length = 0
      await t.send(requestPasswordReset, { user })
      await t.send(initUser, {})
      expect(said.filter((text) => /customers|links|mails/.test(text))).toEqual([])
      await t.bank.background.settled()
      return [...said]
    }
    const known = await statementsFor(ada.username)
    expect(known.length).toBeGreaterThan(5)
    expect(await statementsFor('nobody-of-that-name')).toEqual(known)
    expect(await resetMails(ada)).toHaveLength(1)
    expect(await db.sql`select 1 from mails where to_key = ''`).toEqual([])
    await t.stop()
  })

  // shows §7.8 D18
  test('is answered with the same bytes by username, by e-mail and for nobody', async () => {
    const ada = await bank.customer()
    const replies = [await ask(ada.username), await ask(ada.email.toUpperCase()), await ask('none')]
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(replies[0]?.json()).toEqual({ status: 'success', message: messages.resetLinkSent })
    expect(await resetMails(ada)).toHaveLength(2)
  })

  test('mails a link to the address of the bank, whatever host the request claims', async () => {
    const ada = await bank.customer()
    const claims = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await ask(ada.username, { ...claims, origin: 'https://evil.example' })
    const [mail] = await resetMails(ada)
    expect(mail?.text).toMatch(/^https:\/\/bank\.example\/reset-password\/[\w-]{43}$/m)
    expect(mail?.text).not.toContain('evil')
  })

  test('mails five times an hour at most from one address, by whatever name the customer is called', async () => {
    const ada = await bank.customer()
    for (let times = 0; times < 4; times += 1) {
      expect((await ask(ada.username)).statusCode).toBe(200)
      expect((await ask(ada.email)).statusCode).toBe(200)
    }
    expect(await resetMails(ada)).toHaveLength(5)
    bank.clock.advance(60 * minuteMs)
    await ask(ada.username)
    expect(await resetMails(ada)).toHaveLength(6)
  })

  const from = async (address: string, user: string, cookie?: string) => {
    const headers = cookie ? { cookie } : {}
    const reply = await bank.send(requestPasswordReset, { user }, { address, headers })
    await bank.bank.background.settled()
    return reply
  }
  const spent = (bucket: string, count: number) => db.sql`
    insert into attempts as a (bucket, count, ends_at)
    values (${bucket}, ${count}, ${new Date(bank.clock.now().getTime() + 60 * minuteMs)})
    on conflict (bucket) do update set count = a.count + excluded.count`

  // shows D18
  test('is refused to an address that asked too often, alike for everybody, and says until when', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const entered = await bank.send(login, bob, { address: '10.8.0.1' })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    await spent('reset:address:10.8.0.1', 199)
    expect((await from('10.8.0.1', ada.username)).statusCode).toBe(200)
    expect(await resetMails(ada)).toHaveLength(1)
    bank.clock.advance(20 * minuteMs)
    const replies = []
    for (const user of [ada.username, ada.email, bob.username, 'nobody-at-all']) {
      replies.push(await from('10.8.0.1', user))
    }
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    const message = 'Too many attempts. Try again in 40 minutes'
    expect(answerOf(replies[0] as never)).toMatchObject(refusedWith('too_many', { message }))
    expect(Number(replies[0]?.headers['retry-after'])).toBeGreaterThan(39 * 60)
    expect(await resetMails(ada)).toHaveLength(1)
    // Elsewhere, with a browser that the customer has used, and once the hour is over nobody is refused.
    expect((await from('10.8.0.2', ada.username)).statusCode).toBe(200)
    expect((await from('10.8.0.1', bob.username, cookie)).statusCode).toBe(200)
    expect((await from('10.8.0.1', ada.username, cookie)).statusCode).toBe(429)
    expect(await resetMails(bob)).toHaveLength(1)
    bank.clock.advance(40 * minuteMs)
    expect((await from('10.8.0.1', ada.username)).statusCode).toBe(200)
    expect(await resetMails(ada)).toHaveLength(3)
  })

  test('for hundreds of names that nobody has keeps no customer of that address from a link', async () => {
    const ada = await bank.customer()
    for (let nth = 0; nth < 6; nth += 1) await from('10.8.1.1', `junk${nth}`)
    await spent('reset:nobody:10.8.1.1', 992)
    expect((await from('10.8.1.1', 'one more')).statusCode).toBe(200)
    expect(await resetMails(ada)).toHaveLength(0)
    expect((await from('10.8.1.1', ada.username)).statusCode).toBe(200)
    expect(await resetMails(ada)).toHaveLength(1)
    await from('10.8.1.1', 'the thousandth of an hour')
    const refused = [await from('10.8.1.1', ada.username), await from('10.8.1.1', 'nobody')]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429])
  })

  test("reaches an address's owner, though another took that address for a username", async () => {
    const victim = await bank.customer()
    const thief = await bank.customer({ username: victim.email, email: 'thief@example.com' })
    await ask(victim.email)
    expect(await resetMails(victim)).toHaveLength(1)
    expect(await resetMails(thief)).toHaveLength(0)
  })

  // asvs 15.3.7
  test('with two users in it is refused', async () => {
    const url = '/api/request-password-reset'
    for (const query of ['user[]=a&user=b', 'user=a&user=b']) {
      expect((await bank.app.inject(`${url}?${query}`)).statusCode).toBe(422)
    }
  })
})

describe('a reset link', () => {
  // shows §3.34 §7.9 §7.10 D19
  test('can be confirmed any number of times and used once', async () => {
    const ada = await bank.customer()
    const buffer = await linkOf(ada)
    for (let times = 0; times < 3; times += 1) {
      expect((await bank.ask(confirmReset, { buffer })).http).toBe(200)
    }
    expect(await save(buffer)).toEqual({ http: 200, status: 'success' })
    expect(await save(buffer)).toEqual(invalid)
    expect(await bank.ask(confirmReset, { buffer })).toEqual(invalid)
    expect((await enter(ada.username, 'a new one')).http).toBe(200)
    expect((await enter(ada.username, ada.password)).message).toBe(messages.credentialsWrong)
  })

  test.each([
    ['', '', 'Password is empty', 'password'],
    ['abc', 'abc', 'Password is too short', 'password'],
    ['a new one', 'another', "Passwords don't match", 'confirmPassword'],
  ])('with %j and %j: %s, and the link stays good', async (password, again, message, field) => {
    const ada = await bank.customer()
    const buffer = await linkOf(ada)
    expect(await save(buffer, password, again)).toEqual(refusedWith('invalid', { message, field }))
    expect((await bank.ask(confirmReset, { buffer })).http).toBe(200)
  })

  // shows D18
  test('lives thirty minutes', async () => {
    const ada = await bank.customer()
    const buffer = await linkOf(ada)
    bank.clock.advance(30 * minuteMs - 15_000)
    expect((await bank.ask(confirmReset, { buffer })).http).toBe(200)
    bank.clock.advance(15_000)
    expect(await save(buffer)).toEqual(invalid)
  })

  test('is void once a newer one is made, five minutes after it or later', async () => {
    const ada = await bank.customer()
    const older = await linkOf(ada)
    bank.clock.advance(5 * minuteMs)
    const newer = await linkOf(ada)
    expect(await save(older)).toEqual(invalid)
    expect((await save(newer)).http).toBe(200)
  })

  test('is no login link, nor the other way round', async () => {
    const ada = await bank.customer()
    const buffer = await linkOf(ada)
    expect((await bank.ask(tokenLogin, { token: buffer })).http).toBe(422)
    const loginLink = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
    expect(await save(loginLink)).toEqual(invalid)
  })

  test('that nobody was given is refused', async () => {
    for (const buffer of ['nonsense', '%00', 'x'.repeat(400)]) {
      expect((await bank.ask(confirmReset, { buffer })).http).toBe(422)
      expect((await save(buffer)).http).toBe(422)
    }
  })

  // asvs 11.5.1
  test('is not stored', async () => {
    const buffer = await linkOf(await bank.customer())
    const rows = await db.sql`select links::text as row from links`
    expect(JSON.stringify(rows)).not.toContain(buffer)
  })
})

describe('a password that was reset', () => {
  // shows D19
  // asvs 7.4.3
  test('ends every session, every sign-in under way and every login link, and tells', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    const halfWay = (await enter(ada.username, ada.password)).data as { buffer: string }
    const code = codeIn((await bank.mailTo(ada.email))[0])
    const loginLink = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
    expect((await bank.ask(initUser, {}, ada.token)).http).toBe(200)

    const saved = await save(await linkOf(ada))
    expect(saved).toEqual({ http: 200, status: 'success' })
    expect((await bank.ask(initUser, {}, ada.token)).http).toBe(401)
    const confirmed = await bank.ask(confirm2fa, { buffer: halfWay.buffer, otp: code })
    expect(confirmed.http).toBe(422)
    await runCommand(bank.bank, ['set-flag', ada.username, 'UseLoginVerification', 'false'])
    expect((await bank.ask(tokenLogin, { token: loginLink })).http).toBe(422)
    const [mail] = await bank.mailTo(ada.email)
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.text).not.toMatch(/https?:/)
  })

  // asvs 2.3.1 6.4.3
  test('does not lead past the code step', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    await save(await linkOf(ada), 'a new one')
    const answer = await enter(ada.username, 'a new one')
    expect(answer).toMatchObject({ http: 200, message: 'authentication_required' })
  })

  test('opens a sign-in that had failed too often', async () => {
    const ada = await bank.customer()
    const limit = { bucket: strangerBucket(ada.username, '127.0.0.1'), max: 10, seconds: 900 }
    for (let times = 0; times < 10; times += 1) {
      await spendAttempt(db.sql, { ...limit, now: bank.clock.now() })
    }
    expect((await enter(ada.username, ada.password, '127.0.0.1')).http).toBe(429)
    await save(await linkOf(ada), 'a new one')
    expect((await enter(ada.username, 'a new one', '127.0.0.1')).http).toBe(200)
  })
})
