import { login, resetPassword, savePassword, signup } from '@passbook/contract'
import { expect, test } from 'vitest'
import { hashCost } from '#kernel/config.ts'
import { inTurn } from '#limits/fair-queue.ts'
import { signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { issueLink } from './links.ts'
import { hashPassword, passwordMatches, renewedHash } from './password.ts'
import { strangers } from './queues.ts'

const db = await testDb()
const t = await testBank(db, { config: { passwordMin: 12, hashCost } })

// shows D90
test('a bank that asks for more than four characters refuses fewer wherever one is chosen', async () => {
  const ada = await t.customer({ password: 'long enough now' })
  const short = 'eleven char'
  const form = signUpForm({ password: short })
  expect(await t.ask(signup, form as never)).toMatchObject({
    http: 422,
    message: 'The password is too short',
  })
  const change = { old_password: ada.password, new_password: short }
  expect(await t.ask(savePassword, change, ada.token)).toMatchObject({
    http: 422,
    message: 'Password is too short',
  })
  const link = { customerId: ada.id, purpose: 'reset' as const, now: t.clock.now(), minutes: 30 }
  const { token: buffer } = await db.transaction((sql) => issueLink(sql, link))
  const reset = { buffer, password: short, confirmPassword: short }
  expect(await t.ask(resetPassword, reset)).toMatchObject({ message: 'Password is too short' })
  const longer = { buffer, password: `${short}s`, confirmPassword: `${short}s` }
  expect((await t.ask(resetPassword, longer)).http).toBe(200)
})

const hashOf = async (id: bigint) => {
  const [row] = await db.sql<{ hash: string }>`
    select password_hash as hash from customers where id = ${id}`
  return row?.hash ?? ''
}
const store = (id: bigint, hash: string) =>
  db.sql`update customers set password_hash = ${hash} where id = ${id}`

const cheap = { memory: 1_024, passes: 1, parallelism: 1, tagLength: 32 }

// asvs 11.2.2 11.4.2
test.each([
  ['less memory', cheap],
  ['more passes', { ...cheap, memory: 512, passes: 3 }],
  ['a shorter tag', { ...cheap, tagLength: 16 }],
])('a password stored with %s opens all the same, and is stored anew', async (_, cost) => {
  const { id, username, password } = await t.customer({ password: 'long enough now' })
  const enter = (tried: string) => t.ask(login, { username, password: tried })
  const old = await hashPassword(password, undefined, cost)
  await store(id, old)
  expect((await enter('wrong password')).http).toBe(422)
  expect(await hashOf(id)).toBe(old)
  expect((await enter(password)).http).toBe(200)
  const fresh = await hashOf(id)
  expect(fresh).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect((await enter(password)).http).toBe(200)
  expect(await hashOf(id)).toBe(fresh)
  expect((await enter('wrong password')).http).toBe(422)
})

test('of two who sign in at once with an older hash both get in', async () => {
  const { id, username, password } = await t.customer({ password: 'long enough now' })
  await store(id, await hashPassword(password, undefined, cheap))
  const enter = () => t.ask(login, { username, password })
  const answers = await Promise.all([enter(), enter(), enter()])
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
})

test('an older hash is renewed in the turn of who signs in, whatever strangers keep busy', async () => {
  const { id, username, password } = await t.customer({ password: 'long enough now' })
  const first = await t.send(login, { username, password })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const old = await hashPassword(password, undefined, cheap)
  await store(id, old)
  const busy = Promise.withResolvers<void>()
  const running = Array.from({ length: strangers.max }, (_, nth) =>
    inTurn({ line: strangers, network: `10.5.${nth}.0` }, () => busy.promise),
  )
  const entered = t.send(login, { username, password }, { headers: { cookie } })
  await expect.poll(() => hashOf(id)).not.toBe(old)
  expect((await entered).statusCode).toBe(200)
  busy.resolve()
  await Promise.all(running)
})

test('a renewal that has to make room for others is left to the next sign-in', async () => {
  const password = 'long enough now'
  const old = await hashPassword(password, undefined, cheap)
  const busy = Promise.withResolvers<void>()
  const wait = (network: string) => inTurn({ line: strangers, network }, () => busy.promise)
  const crowd = Array.from({ length: strangers.max + strangers.waitingMax - 1 }, () => wait('10.5'))
  const renewed = renewedHash(password, old, { line: strangers, network: '10.5' })
  const newcomer = wait('10.6')
  expect(await renewed).toBeUndefined()
  // The queue is full now: nobody has to make room for a renewal either.
  const other = { line: strangers, network: '10.7' }
  expect(await renewedHash(password, old, other)).toBeUndefined()
  busy.resolve()
  await Promise.all([...crowd, newcomer])
})

test('a stored text that is no hash never matches and breaks nothing', async () => {
  const password = 'long enough now'
  const good = await hashPassword(password, undefined, cheap)
  expect(await passwordMatches(password, good)).toBe(true)
  const [, , , , salt, tag = ''] = good.split('$')
  const texts = [
    '',
    'x',
    password,
    '$argon2id$v=19$m=1024,t=1,p=1$$',
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}$`,
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${tag.slice(0, 8)}`,
    `$argon2id$v=19$m=1024,t=1,p=1$$${tag}`,
    `$argon2id$v=19$m=0,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=1024,t=0,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=1024,t=1,p=0$${salt}$${tag}`,
    `$argon2id$v=19$m=9999999,t=99,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=-1024,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$t=1,p=1$${salt}$${tag}`,
    `$argon2i$v=19$m=1024,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=16$m=1024,t=1,p=1$${salt}$${tag}`,
    `${good}$`,
    `${good}\n`,
    ` ${good}`,
  ]
  for (const stored of texts) {
    expect(await passwordMatches(password, stored), stored).toBe(false)
  }
  const { id, username } = await t.customer({ password })
  await store(id, `$argon2id$v=19$m=1024,t=1,p=1$${salt}$`)
  expect((await t.ask(login, { username, password })).http).toBe(422)
})
