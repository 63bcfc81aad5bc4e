import { confirm2fa, initUser, login, messages, resendCode, tokenLogin } from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { setFlag } from '#cli/flags.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { isFull } from '#limits/fair-queue.ts'
import { crowdOfStrangers } from '#testing/hash-crowd.ts'
import {
  answerOf,
  codeIn,
  linkIn,
  refusedWith,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { strangers } from './queues.ts'
import { signInBucket, strangerBucket } from './sign-in-limits.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const minuteMs = 60_000
const enter = (username: string, password: string, address = '10.2.0.1') =>
  bank.send(login, { username, password }, { address })
const tokenOf = (answer: { data?: unknown }) => (answer.data as { token: string }).token

describe('log in', () => {
  test.each([
    [{}, 'Invalid username', 'username'],
    [{ username: '', password: 'x' }, 'Invalid username', 'username'],
    [{ username: 'demo' }, 'Invalid password', 'password'],
    [{ username: 'demo', password: '' }, 'Invalid password', 'password'],
    [{ username: 'demo', password: 'abc' }, 'Password is too short', 'password'],
  ])('%j: %s', async (fields, message, field) => {
    const answer = answerOf(await bank.send(login, fields))
    expect(answer).toEqual(refusedWith('invalid', { message, field }))
  })

  // shows §7.4
  test('by username, whatever its case, gives a token that opens the customer area', async () => {
    const ada = await bank.customer({ username: 'Ada.Lovelace' })
    const answer = answerOf(await enter('ADA.lovelace', ada.password))
    expect(answer).toMatchObject({ http: 200, status: 'success' })
    const shown = await bank.ask(initUser, {}, tokenOf(answer))
    expect(shown.data).toMatchObject({ user: { Username: 'Ada.Lovelace' } })
  })

  // shows D12
  test('an unknown user and a wrong password get the same bytes', async () => {
    const ada = await bank.customer()
    const [unknown, wrong] = [
      await enter('nobody', 'wrong one'),
      await enter(ada.username, 'wrong'),
    ]
    expect(wrong.statusCode).toBe(422)
    expect(unknown.body).toBe(wrong.body)
    expect(answerOf(unknown)).toEqual(refusedWith('credentials_wrong'))
    const names = (reply: typeof wrong) => Object.keys(reply.headers).sort()
    expect(names(unknown)).toEqual(names(wrong))
  })

  test('a password longer than any is refused without being looked at', async () => {
    const ada = await bank.customer()
    expect((await enter(ada.username, 'x'.repeat(2000))).statusCode).toBe(422)
    expect((await enter(ada.username, 'x'.repeat(10_000))).statusCode).toBe(413)
  })

  // shows §6.10 D60
  test('a blocked customer is told so with the right password only, and gets no token', async () => {
    const ada = await bank.customer({ flags: { Blocked: true } })
    const right = answerOf(await enter(ada.username, ada.password))
    expect(right).toEqual(refusedWith('blocked'))
    expect((await enter(ada.username, 'wrong')).json().message).toBe(messages.credentialsWrong)
  })
})

describe('failed sign-ins', () => {
  /** Failures that happened before, without the work of hashing each of them. */
  const earlier = async (bucket: string, count: number, seconds: number) => {
    const limit = { bucket, max: count, seconds, now: bank.clock.now() }
    for (let times = 0; times < count; times += 1) await spendAttempt(db.sql, limit)
  }

  // shows D12 D90
  // asvs 6.3.1
  test('after ten of them whoever made them waits, though not a success before has counted', async () => {
    const ada = await bank.customer()
    const { username, password } = ada
    for (let times = 0; times < 3; times += 1) await enter(username, password, '10.2.1.20')
    await earlier(strangerBucket(username, '10.2.1.20'), 8, 900)
    for (let times = 9; times <= 10; times += 1) {
      expect((await enter(username, 'wrong', '10.2.1.20')).statusCode).toBe(422)
    }
    expect((await enter(username, password, '10.2.1.21')).statusCode).toBe(200)
    const refused = await enter(username.toUpperCase(), password, '10.2.1.20')
    const waitSeconds = Number(refused.headers['retry-after'])
    expect(answerOf(refused)).toEqual(
      refusedWith('too_many', {
        message: 'Too many attempts. Try again in 15 minutes',
        data: { retryAfterSeconds: waitSeconds },
      }),
    )
    expect(waitSeconds).toBeGreaterThan(890)
    bank.clock.advance(15 * minuteMs)
    expect((await enter(username, password, '10.2.1.20')).statusCode).toBe(200)
  })

  // shows D12
  // asvs 6.3.1
  test('of one address close it for everybody after thirty in a minute', async () => {
    const ada = await bank.customer()
    await earlier('login:address:10.2.2.1', 28, 60)
    const last = await Promise.all(['x', 'y'].map((name) => enter(name, 'wrong', '10.2.2.1')))
    expect(last.map(({ statusCode }) => statusCode)).toEqual([422, 422])
    expect((await enter(ada.username, ada.password, '10.2.2.1')).statusCode).toBe(429)
    expect((await enter(ada.username, ada.password, '10.2.2.2')).statusCode).toBe(200)
    bank.clock.advance(minuteMs)
    expect((await enter(ada.username, ada.password, '10.2.2.1')).statusCode).toBe(200)
  })

  test('successes are free, however many', async () => {
    const ada = await bank.customer()
    await earlier('login:address:10.2.3.1', 29, 60)
    await earlier(strangerBucket(ada.username, '10.2.3.1'), 9, 900)
    for (let times = 0; times < 4; times += 1) {
      expect((await enter(ada.username, ada.password, '10.2.3.1')).statusCode).toBe(200)
    }
  })

  // asvs 15.2.2
  test('a bank that is too busy to look counts nothing against its customer', async () => {
    const ada = await bank.customer()
    const tries = 9
    const letGo = crowdOfStrangers(strangers.max + strangers.waitingMax - tries)
    const mine = Array.from({ length: tries }, () => enter(ada.username, ada.password, '10.2.5.1'))
    await expect.poll(() => isFull(strangers)).toBe(true)
    // All of them are counted and wait; the largest crowd makes room for whoever comes from elsewhere.
    const letOthersGo = crowdOfStrangers(5, 81)
    await letGo()
    await letOthersGo()
    const replies = await Promise.all(mine)
    const busy = replies.filter(({ statusCode }) => statusCode === 503)
    expect(busy).toHaveLength(5)
    expect(busy[0]?.headers['retry-after']).toBe('2')
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(tries - 5)
    const [left] = await db.sql<{ count: number }>`
      select coalesce(sum(count), 0)::int4 as count from attempts
      where bucket in ('login:address:10.2.5.1', ${signInBucket(ada.username)},
        ${strangerBucket(ada.username, '10.2.5.1')})`
    expect(left?.count).toBe(0)
  })
})

describe('the code step', () => {
  let ada: TestCustomer
  beforeAll(async () => {
    ada = await bank.customer({ flags: { UseLoginVerification: true } })
  })
  const start = async (customer = ada) => {
    const answer = answerOf(await enter(customer.username, customer.password, '10.2.6.1'))
    expect(answer).toMatchObject({
      http: 200,
      status: 'success',
      message: 'authentication_required',
    })
    expect(answer.data).toEqual({ buffer: expect.any(String), header: 'Authentication' })
    const [mail] = await bank.mailTo(customer.email)
    return { buffer: (answer.data as { buffer: string }).buffer, code: codeIn(mail), mail }
  }
  const confirm = async (buffer: string, otp: string) =>
    answerOf(await bank.send(confirm2fa, { buffer, otp }))
  const refused = refusedWith('code_wrong', { message: 'Invalid or expired code' })
  const other = (code: string) => (code === '00000' ? '11111' : '00000')

  // shows §3.34 §6.10 §7.11 D60
  // asvs 6.3.3
  test('asks for five digits that a mail brings, and then opens the customer area', async () => {
    const { buffer, code, mail } = await start()
    expect(mail?.subject).toMatch(/\bcode\b/)
    expect(mail?.subject).not.toMatch(/\d/)
    expect(code).toMatch(/^\d{5}$/)
    const answer = await confirm(buffer, ` ${code.slice(0, 2)} ${code.slice(2)} `)
    expect(answer).toMatchObject({ http: 200, status: 'success' })
    expect((await bank.ask(initUser, {}, tokenOf(answer))).http).toBe(200)
    expect(await confirm(buffer, code)).toEqual(refused)
  })

  test.each(['', '1234', '1234567', 'abcde', '１２３４５'])('%j is no code', async (otp) => {
    const { buffer } = await start()
    const message = 'Invalid or expired code'
    expect(await confirm(buffer, otp)).toEqual(refusedWith('invalid', { message, field: 'otp' }))
  })

  test('six digits are those of an app, and wrong where a code was mailed', async () => {
    const { buffer } = await start()
    expect(await confirm(buffer, '123456')).toEqual(refused)
  })

  // shows D21
  test('after five wrong codes even the right one fails', async () => {
    const { buffer, code } = await start()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await confirm(buffer, other(code))).toEqual(refused)
    }
    expect(await confirm(buffer, code)).toEqual(refused)
  })

  // shows D21
  // asvs 6.5.5
  test('a code lives five minutes', async () => {
    const [late, early] = [await start(), await start()]
    bank.clock.advance(5 * minuteMs - 5_000)
    expect((await confirm(early.buffer, early.code)).http).toBe(200)
    bank.clock.advance(6_000)
    expect(await confirm(late.buffer, late.code)).toEqual(refused)
  })

  // asvs 2.3.1 6.6.2
  test('the code of another sign-in is refused', async () => {
    const [one, two] = [await start(), await start()]
    if (one.code === two.code) return
    expect(await confirm(one.buffer, two.code)).toEqual(refused)
    expect(await confirm('no-such-buffer', one.code)).toEqual(refused)
    expect((await confirm(one.buffer, one.code)).http).toBe(200)
  })

  // shows D21
  test('another code can be had after half a minute, and voids the first', async () => {
    const { buffer, code } = await start()
    const early = await bank.send(resendCode, { buffer })
    expect(early.statusCode).toBe(429)
    expect(early.json().message).toMatch(/^Too many attempts\. Try again in (29|30) seconds$/)
    bank.clock.advance(30_000)
    expect((await bank.send(resendCode, { buffer })).json()).toEqual({
      status: 'success',
      message: messages.codeSent,
    })
    const [mail] = await bank.mailTo(ada.email)
    const second = codeIn(mail)
    if (second !== code) expect(await confirm(buffer, code)).toEqual(refused)
    expect((await confirm(buffer, second)).http).toBe(200)
    expect((await bank.send(resendCode, { buffer })).statusCode).toBe(422)
  })

  // asvs 6.6.3
  test('of 500 wrong codes at once at most five are looked at', async () => {
    const { buffer, code } = await start()
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => confirm(buffer, other(code))),
    )
    expect(answers.filter((answer) => answer.http !== 422)).toEqual([])
    const [row] = await db.sql<{ tries: number }>`
      select tries from login_codes order by sent_at desc, tries desc limit 1`
    expect(row?.tries).toBe(5)
    expect(await confirm(buffer, code)).toEqual(refused)
  })

  // asvs 6.6.3
  test('thirty wrong codes a day are the end of it until tomorrow', async () => {
    const bob = await bank.customer({ flags: { UseLoginVerification: true } })
    for (let round = 0; round < 6; round += 1) {
      const { buffer, code } = await start(bob)
      for (let tries = 0; tries < 5; tries += 1) await confirm(buffer, other(code))
    }
    const { buffer, code } = await start(bob)
    const answer = await confirm(buffer, code)
    expect(answer).toMatchObject({ http: 429, message: 'Too many attempts. Try again in 24 hours' })
    bank.clock.advance(24 * 60 * minuteMs)
    const next = await start(bob)
    expect((await confirm(next.buffer, next.code)).http).toBe(200)
  })

  test('a customer who was blocked meanwhile does not get in', async () => {
    const bob = await bank.customer({ flags: { UseLoginVerification: true } })
    const { buffer, code } = await start(bob)
    await db.transaction((sql) =>
      setFlag(sql, { username: bob.username, flag: 'Blocked', value: true }),
    )
    expect(await confirm(buffer, code)).toMatchObject({ http: 403 })
  })

  test('neither codes nor buffers are stored as they are', async () => {
    const { buffer, code } = await start()
    const rows = await db.sql<{ row: string }>`select login_codes::text as row from login_codes`
    for (const { row } of rows) expect(row.split(/[(),"]/)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(buffer)
  })
})

describe('a login link', () => {
  const issue = async (username: string) =>
    linkIn({ text: await runCommand(bank.bank, ['login-link', username]) })
  const follow = (token: string) => bank.ask(tokenLogin, { token })

  test('tells its owner by mail that it was used', async () => {
    const ada = await bank.customer()
    expect((await follow(await issue(ada.username))).http).toBe(200)
    expect((await bank.mailTo(ada.email))[0]?.subject).toBe('Signed in by a link')
  })

  // shows §7.12 D2
  test('works once', async () => {
    const ada = await bank.customer()
    const token = await issue(ada.username)
    expect(await follow(token)).toMatchObject({ http: 200, data: { token: expect.any(String) } })
    expect(await follow(token)).toMatchObject({ http: 422, status: 'failed' })
  })

  // shows D2
  test('lives fifteen minutes', async () => {
    const ada = await bank.customer()
    const token = await issue(ada.username)
    bank.clock.advance(15 * minuteMs)
    expect((await follow(token)).http).toBe(422)
  })

  test('is void once a newer one is made', async () => {
    const ada = await bank.customer()
    const [older, newer] = [await issue(ada.username), await issue(ada.username)]
    expect((await follow(older)).http).toBe(422)
    expect((await follow(newer)).http).toBe(200)
  })

  // shows D24
  // asvs 6.3.4
  test('does not lead past the code step', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    expect((await follow(await issue(ada.username))).http).toBe(422)
  })

  test('does not let a blocked customer in', async () => {
    const ada = await bank.customer()
    const token = await issue(ada.username)
    await db.transaction((sql) =>
      setFlag(sql, { username: ada.username, flag: 'Blocked', value: true }),
    )
    expect((await follow(token)).http).toBe(403)
  })

  test.each(['nonsense', 'x'.repeat(300), '../init-user', '%00'])('%j is none', async (token) => {
    expect((await follow(token)).http).toBe(422)
  })
})
