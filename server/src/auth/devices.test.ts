import {
  confirm2fa,
  initUser,
  login,
  requestPasswordReset,
  resetPassword,
  tokenLogin,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { crowdOfStrangers } from '#testing/hash-crowd.ts'
import { codeIn, linkIn, type Reply, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { strangers } from './queues.ts'
import { sentBucket, strangerBucket } from './sign-in-limits.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const minuteMs = 60_000
type Where = { address?: string; cookie?: string }
const enter = (
  { username, password }: { username: string; password: string },
  { address = '10.9.0.1', cookie }: Where = {},
) => bank.send(login, { username, password }, { address, headers: cookie ? { cookie } : {} })
const cookieOf = (reply: Reply) => String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''
const wrong = ({ username }: TestCustomer) => ({ username, password: 'wrong' })

/** A browser on which the customer has signed in. */
const deviceOf = async (who: TestCustomer) => cookieOf(await enter(who, { address: '10.9.0.77' }))

/** Wrong passwords for a customer, each from another network. */
const guessFromEverywhere = (victim: TestCustomer, network: number) =>
  Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      enter(wrong(victim), { address: `10.${network}.${nth}.1` }),
    ),
  )

/** The ten that one address may make, most of them without the work of hashing. */
const guessFrom = async (victim: TestCustomer, address: string) => {
  const limit = { bucket: strangerBucket(victim.username, address), max: 10, seconds: 900 }
  for (let nth = 0; nth < 8; nth += 1) {
    await spendAttempt(db.sql, { ...limit, now: bank.clock.now() })
  }
  for (let nth = 0; nth < 2; nth += 1) await enter(wrong(victim), { address })
}

const mailed = async ({ email }: TestCustomer, subject: string) =>
  (await bank.mailTo(email)).filter((mail) => mail.subject === subject)
const askReset = async (user: string, address: string) => {
  await bank.send(requestPasswordReset, { user }, { address })
  await bank.bank.background.settled()
}
const choose = (buffer: string, password: string, address: string) =>
  bank.send(resetPassword, { buffer, password, confirmPassword: password }, { address })
const newestLink = async (who: TestCustomer) =>
  linkIn((await mailed(who, 'Reset your password'))[0])

test('a known browser is let in while strangers fill the queue of hashes', async () => {
  const ada = await bank.customer()
  const cookie = await deviceOf(ada)
  const letGo = crowdOfStrangers(strangers.max + strangers.waitingMax)
  expect((await enter(ada, { address: '10.9.0.77' })).statusCode).toBe(503)
  expect((await enter(ada, { address: '10.9.0.77', cookie })).statusCode).toBe(200)
  await letGo()
})

describe('while strangers guess a password from everywhere', () => {
  // asvs 6.3.1
  test('a device that signed in before gets in at once, from the very address of the guesses', async () => {
    const ada = await bank.customer()
    const cookie = await deviceOf(ada)
    await guessFromEverywhere(ada, 20)
    const here = { address: '10.9.1.1' }
    await guessFrom(ada, here.address)
    expect((await enter(ada, here)).statusCode).toBe(429)
    const mine = await enter(ada, { ...here, cookie })
    expect(mine.json()).toMatchObject({ status: 'success', data: { token: expect.any(String) } })
  })

  test('and from an address that is closed for everybody', async () => {
    const ada = await bank.customer()
    const cookie = await deviceOf(ada)
    const limit = { bucket: 'login:address:10.9.1.2', max: 30, seconds: 60 }
    for (let nth = 0; nth < 30; nth += 1) {
      await spendAttempt(db.sql, { ...limit, now: bank.clock.now() })
    }
    expect((await enter(ada, { address: '10.9.1.2' })).statusCode).toBe(429)
    expect((await enter(ada, { address: '10.9.1.2', cookie })).statusCode).toBe(200)
  })

  test('a new device gets in with a mailed code, and is known from then on', async () => {
    const ada = await bank.customer()
    await guessFromEverywhere(ada, 21)
    const reply = await enter(ada, { address: '10.9.2.1' })
    expect(reply.json()).toMatchObject({
      message: 'authentication_required',
      data: { header: 'Authentication' },
    })
    expect(cookieOf(reply)).toBe('')
    const otp = codeIn((await mailed(ada, 'Your sign-in code'))[0])
    const confirmed = await bank.send(confirm2fa, { buffer: reply.json().data.buffer, otp })
    expect(confirmed.statusCode).toBe(200)
    const again = await enter(ada, { address: '10.9.2.2', cookie: cookieOf(confirmed) })
    expect(again.json().data).toEqual({ token: expect.any(String) })
  })

  test('a browser in which the password was reset gets in, beside whoever guesses there', async () => {
    const ada = await bank.customer()
    const address = '10.9.3.1'
    await guessFrom(ada, address)
    await askReset(ada.username, address)
    const saved = await choose(await newestLink(ada), 'chosen anew', address)
    await guessFrom(ada, address)
    const renewed = { username: ada.username, password: 'chosen anew' }
    expect((await enter(renewed, { address })).statusCode).toBe(429)
    expect((await enter(renewed, { address, cookie: cookieOf(saved) })).statusCode).toBe(200)
  })
})

describe('the cookie of a device', () => {
  test('has guesses of its own, ten in a quarter of an hour', async () => {
    const ada = await bank.customer()
    const cookie = await deviceOf(ada)
    for (let nth = 0; nth < 10; nth += 1) {
      const address = `10.22.${nth}.1`
      expect((await enter(wrong(ada), { address, cookie })).statusCode).toBe(422)
    }
    expect((await enter(ada, { address: '10.22.99.1', cookie })).statusCode).toBe(429)
    const elsewhere = await enter(ada, { address: '10.22.99.2' })
    expect(elsewhere.json().data).toEqual({ token: expect.any(String) })
    bank.clock.advance(15 * minuteMs)
    expect((await enter(ada, { address: '10.22.99.1', cookie })).statusCode).toBe(200)
  })

  // asvs 9.1.1 9.1.3
  test('of another customer, or one that nobody signed, is a stranger’s', async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    const [hers, foreign] = [await deviceOf(ada), await deviceOf(eve)]
    const address = '10.9.4.1'
    await guessFrom(ada, address)
    const id = hers.slice(0, hers.indexOf('.'))
    for (const cookie of [foreign, `${id}.${'0'.repeat(64)}`, id, 'device=.', 'device=']) {
      expect((await enter(ada, { address, cookie })).statusCode, cookie).toBe(429)
    }
    expect((await enter(ada, { address, cookie: hers })).statusCode).toBe(200)
  })

  test('is for the browser only, for a year, and signs nobody in', async () => {
    const ada = await bank.customer()
    const reply = await enter(ada)
    expect(reply.headers['set-cookie']).toMatch(
      /^device=[\w-]{43}\.[0-9a-f]{64}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    )
    const asked = await bank.send(initUser, {}, { headers: { cookie: cookieOf(reply) } })
    expect(asked.statusCode).toBe(401)
    expect((await enter(wrong(ada), { cookie: cookieOf(reply) })).headers['set-cookie']).toBe(
      undefined,
    )
  })

  test('is bound to the host where the bank has TLS', async () => {
    const other = await testBank(db, { config: { publicUrl: 'https://bank.example' } })
    const { username, password } = await other.customer()
    const reply = await other.send(login, { username, password })
    expect(reply.headers['set-cookie']).toMatch(/^__Host-device=.*; Path=\/; .*; Secure$/)
    await other.stop()
  })

  test('of a browser is one for all who use it, and fifty are kept of a customer', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const cookie = await deviceOf(ada)
    expect(cookieOf(await enter(bob, { address: '10.9.5.1', cookie }))).toBe(cookie)
    for (let nth = 0; nth < 55; nth += 1) {
      const token = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
      await bank.send(tokenLogin, { token })
    }
    const kept = await db.sql`select 1 from devices where customer_id = ${ada.id}`
    expect(kept).toHaveLength(50)
  })
})

describe('while strangers ask for resets', () => {
  test('the owner’s own request brings a link, and few mails come', async () => {
    const ada = await bank.customer()
    for (let nth = 0; nth < 40; nth += 1) await askReset(ada.username, `10.30.${nth}.1`)
    expect((await mailed(ada, 'Reset your password')).length).toBeLessThanOrEqual(6)
    bank.clock.advance(90_000)
    await askReset(ada.username, '10.9.6.1')
    // Whether it is the own one or one of the last two minutes: the newest in the mailbox works.
    expect((await choose(await newestLink(ada), 'mine again', '10.9.6.1')).statusCode).toBe(200)
    bank.clock.advance(2 * minuteMs)
    const before = (await mailed(ada, 'Reset your password')).length
    await askReset(ada.username, '10.9.6.1')
    expect((await mailed(ada, 'Reset your password')).length).toBe(before + 1)
  })

  test('a link that the owner is about to open stays good for five minutes', async () => {
    const ada = await bank.customer()
    await askReset(ada.username, '10.9.7.1')
    const mine = await newestLink(ada)
    for (let minute = 0; minute < 4; minute += 1) {
      bank.clock.advance(minuteMs)
      for (const part of [1, 2, 3]) await askReset(ada.username, `10.31.${minute}.${part}`)
    }
    expect((await choose(mine, 'mine again', '10.9.7.1')).statusCode).toBe(200)
  })

  test('a browser that signed in before gets a link at any time, beside whoever asks there', async () => {
    const ada = await bank.customer()
    const [cookie, address] = [await deviceOf(ada), '10.9.7.7']
    for (let nth = 0; nth < 6; nth += 1) await askReset(ada.username, address)
    // Past the half hour of the links that others had sent.
    bank.clock.advance(31 * minuteMs)
    await askReset(ada.username, address)
    expect((await choose(await newestLink(ada), 'mine again', address)).statusCode).toBe(422)
    await bank.send(requestPasswordReset, { user: ada.username }, { address, headers: { cookie } })
    await bank.bank.background.settled()
    expect((await choose(await newestLink(ada), 'mine again', address)).statusCode).toBe(200)
  })

  test('one reset voids every other link', async () => {
    const ada = await bank.customer()
    await askReset(ada.username, '10.9.8.1')
    const older = await newestLink(ada)
    await askReset(ada.username, '10.9.8.2')
    expect((await choose(await newestLink(ada), 'chosen anew', '10.9.8.2')).statusCode).toBe(200)
    expect((await choose(older, 'of a thief', '10.9.8.1')).statusCode).toBe(422)
  })
})

describe('while somebody who knows the password burns the codes', () => {
  const start = async (who: TestCustomer, where: Where) => {
    const { buffer } = (await enter(who, where)).json().data
    return { buffer, otp: codeIn((await mailed(who, 'Your sign-in code'))[0]) }
  }
  const confirm = (fields: { buffer: string; otp: string }, cookie = '') =>
    bank.send(confirm2fa, fields, { headers: { cookie } })
  const burn = async (who: TestCustomer) => {
    for (let round = 0; round < 6; round += 1) {
      const { buffer, otp } = await start(who, { address: '10.40.0.1' })
      const other = otp === '00000' ? '11111' : '00000'
      for (let tries = 0; tries < 5; tries += 1) await confirm({ buffer, otp: other })
    }
    expect((await confirm(await start(who, { address: '10.40.0.1' }))).statusCode).toBe(429)
  }

  test('a device that signed in before gets in with its own', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    const here = { address: '10.9.9.1' }
    const cookie = cookieOf(await confirm(await start(ada, here)))
    await burn(ada)
    const limit = { bucket: sentBucket(ada.id), max: 60, seconds: 3600 }
    while (await left(limit));
    expect((await enter(ada, here)).statusCode).toBe(429)
    expect((await confirm(await start(ada, { ...here, cookie }), cookie)).statusCode).toBe(200)
  })

  test('a new one gets in after a reset, which ends the thief’s guesses as well', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    await burn(ada)
    const address = '10.9.9.2'
    await askReset(ada.username, address)
    const cookie = cookieOf(await choose(await newestLink(ada), 'chosen anew', address))
    const renewed = { ...ada, password: 'chosen anew' }
    expect((await confirm(await start(renewed, { address, cookie }), cookie)).statusCode).toBe(200)
    expect((await enter(ada, { address: '10.40.0.1' })).statusCode).toBe(422)
  })

  const left = (limit: { bucket: string; max: number; seconds: number }) =>
    spendAttempt(db.sql, { ...limit, now: bank.clock.now() }).then(
      () => true,
      () => false,
    )
})

describe('a sign-in by a browser that was not seen before', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const told = (who: TestCustomer) => mailed(who, 'New sign-in')

  test('is told by mail, with the device, the network and a link; known ones are not', async () => {
    const ada = await bank.customer()
    const reply = await bank.send(
      login,
      { username: ada.username, password: ada.password },
      { headers: { 'user-agent': firefox }, address: '203.0.113.77' },
    )
    const [mail] = await told(ada)
    expect(mail?.text).toContain('Firefox on Linux, from the network 203.0.113.0/24, on ')
    expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/not-me\/[\w-]{43}$/m)
    expect(mail?.text).not.toContain('203.0.113.77')
    await enter(ada, { address: '198.51.100.1', cookie: cookieOf(reply) })
    expect(await told(ada)).toHaveLength(1)
  })

  test('is not told at the first of a new customer', async () => {
    const ada = await bank.customer()
    await db.sql`update customers set last_seen_at = null where id = ${ada.id}`
    await enter(ada)
    expect(await told(ada)).toEqual([])
    await enter(ada)
    expect(await told(ada)).toHaveLength(1)
  })

  test('is told ten times an hour at most, and noted every time', async () => {
    const ada = await bank.customer()
    for (let nth = 0; nth < 12; nth += 1) {
      const token = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
      await bank.send(tokenLogin, { token })
    }
    expect(await told(ada)).toHaveLength(10)
    const noted = await db.sql`
      select 1 from security_events where customer_id = ${ada.id} and kind = 'new_device'`
    expect(noted).toHaveLength(12)
  })
})

// asvs 7.1.2
test('twenty sessions of a customer are kept, the newest', async () => {
  const ada = await bank.customer()
  const tokens = [ada.token]
  for (let nth = 0; nth < 20; nth += 1) {
    bank.clock.advance(1000)
    tokens.push(await bank.signInAgain(ada))
  }
  const live = []
  for (const token of tokens) live.push((await bank.ask(initUser, {}, token)).http === 200)
  expect(live).toEqual([false, ...Array(20).fill(true)])
})
