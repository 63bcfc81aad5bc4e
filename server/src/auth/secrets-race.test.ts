import {
  type Call,
  confirm2fa,
  createAccount,
  initUser,
  login,
  requestPasswordReset,
  resetPassword,
  signup,
  tokenLogin,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { runCommand } from '#cli/commands.ts'
import { setFlag } from '#cli/flags.ts'
import { codeIn, linkIn, signUpForm, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { issueLink, spendLink } from './links.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const rounds = [1, 2, 3]

/** The same call many times at once; its statuses in order. */
async function burst(call: Call, fields: Record<string, unknown>, times = 50): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: times }, () => bank.send(call, fields)))
  return replies.map(({ statusCode }) => statusCode).sort()
}
const once = (refusal: number, times = 50) => [200, ...Array(times - 1).fill(refusal)]
const sessionsOf = async ({ id }: { id: bigint }) =>
  (await db.sql`select 1 from sessions where customer_id = ${id}`).length

const newestMail = async ({ email }: TestCustomer) => (await bank.mailTo(email))[0]
const enter = ({ username, password }: TestCustomer) => bank.send(login, { username, password })

describe.each(rounds)('round %i: of fifty uses at once exactly one works', () => {
  test('of a login link', async () => {
    const ada = await bank.customer()
    const token = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
    expect(await burst(tokenLogin, { token })).toEqual(once(422))
    expect(await sessionsOf(ada)).toBe(2)
  })

  // asvs 6.5.1
  test('of a sign-in code', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    const { buffer } = (await enter(ada)).json().data
    const otp = codeIn(await newestMail(ada))
    expect(await burst(confirm2fa, { buffer, otp })).toEqual(once(422))
    expect(await sessionsOf(ada)).toBe(2)
  })

  test('of a reset link, before the password is hashed', async () => {
    const { id: customerId } = await bank.customer()
    const purpose = 'reset' as const
    const now = bank.clock.now()
    const { token } = await db.transaction((sql) =>
      issueLink(sql, { customerId, purpose, now, minutes: 30 }),
    )
    const spend = () => db.transaction((sql) => spendLink(sql, { token, purpose, now }))
    const spent = await Promise.all(Array.from({ length: 50 }, spend))
    expect(spent.filter((owner) => owner !== undefined)).toEqual([customerId])
  })
})

describe('of uses at once exactly one works', () => {
  test('of a reset link, over HTTP', async () => {
    const ada = await bank.customer()
    await bank.send(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    const buffer = linkIn(await newestMail(ada))
    const fields = { buffer, password: 'a new one', confirmPassword: 'a new one' }
    // Fewer than fifty, since each of them is hashed before it is refused.
    expect(await burst(resetPassword, fields, 20)).toEqual(once(422, 20))
    expect(await sessionsOf(ada)).toBe(0)
    const mails = await bank.mailTo(ada.email)
    expect(mails.filter(({ subject }) => subject.includes('changed'))).toHaveLength(1)
  })
})

test.each(rounds)('round %i: of two sign-ups for one name one wins, whole', async (round) => {
  const username = `wanted${round}`
  const forms = [1, 2].map((one) => signUpForm({ username, email: `w${round}.${one}@example.com` }))
  const replies = await Promise.all(forms.map((form) => bank.send(signup, form)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const rows = await db.sql<{ id: bigint }>`
    select id from customers where username_key = ${username}`
  expect(rows).toHaveLength(1)
  expect(await accountsOf(db.sql, rows[0]?.id ?? 0n)).toHaveLength(1)
})

test('login links made at once leave one that works', async () => {
  const { id: customerId } = await bank.customer()
  const link = { customerId, purpose: 'login' as const, now: bank.clock.now(), minutes: 15 }
  const make = () => db.transaction((sql) => issueLink(sql, link))
  await Promise.all(Array.from({ length: 10 }, make))
  const live = await db.sql`
    select 1 from links
    where customer_id = ${customerId} and purpose = 'login' and used_at is null`
  expect(live).toHaveLength(1)
})

// asvs 2.3.2
test('ten accounts are the limit, however many are opened at once', async () => {
  const ada = await bank.customer()
  const opened = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      bank.send(createAccount, { accountName: `Pot ${index}` }, { token: ada.token }),
    ),
  )
  const codes = opened.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(9)
  expect(codes.filter((code) => code === 422)).toHaveLength(21)
  expect(await accountsOf(db.sql, ada.id)).toHaveLength(10)
  expect(await bank.findings()).toEqual([])
})

test('a sign-in under way does not outlive a reset of the password', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ada = await bank.customer()
    await bank.send(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    const buffer = linkIn(await newestMail(ada))
    const fields = { buffer, password: 'a new one', confirmPassword: 'a new one' }
    const [reset] = await Promise.all([bank.send(resetPassword, fields), enter(ada), enter(ada)])
    expect(reset.statusCode).toBe(200)
    expect(await sessionsOf(ada)).toBe(0)
  }
})

test('a sign-in under way does not outlive a block', async () => {
  const ada = await bank.customer()
  const block = (value: boolean) =>
    db.transaction((sql) => setFlag(sql, { username: ada.username, flag: 'Blocked', value }))
  for (let round = 0; round < 25; round += 1) {
    const token = linkIn({ text: await runCommand(bank.bank, ['login-link', ada.username]) })
    const [reply] = await Promise.all([bank.send(tokenLogin, { token }), block(true)])
    expect(await sessionsOf(ada)).toBe(0)
    await block(false)
    const session = reply.json().data?.token
    if (session) expect((await bank.ask(initUser, {}, session)).http).toBe(401)
  }
})
