import {
  changeEmail,
  confirm2fa,
  initUser,
  login,
  notMe,
  requestOtp,
  requestPasswordReset,
  resetPassword,
  savePin,
  signup,
  type User,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusedWith, signUpForm, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const hourMs = 3_600_000
const dead = refusedWith('link_invalid')
const enter = ({ username }: TestCustomer, password: string) =>
  bank.ask(login, { username, password })

/** The token of the newest link of a kind that was mailed to an address. */
async function linkTo(address: string, kind: string): Promise<string> {
  const texts = (await bank.mailTo(address)).map(({ text }) => text)
  const found = texts.map((text) => new RegExp(`/${kind}/([\\w-]{43})`).exec(text)?.[1])
  return found.find(Boolean) ?? ''
}

/** A thief who knows the password signs in; what he gets, and what its owner is mailed. */
async function brokenInto(who: TestCustomer) {
  const { token } = (await enter(who, who.password)).data as { token: string }
  return { stolen: token, link: await linkTo(who.email, 'not-me') }
}
const newAddress = () => `thief-${crypto.randomUUID()}@example.org`
const change = async (who: TestCustomer, newEmail: string) =>
  bank.ask(changeEmail, { newEmail }, await bank.signInAgain(who))
const addressOf = async ({ id }: TestCustomer) => {
  const [row] = await db.sql`select email, email_verified from customers where id = ${id}`
  return row
}
const frozenAt = async ({ id }: TestCustomer) => {
  const [row] = await db.sql<{ at: Date | null }>`
    select frozen_at as at from customers where id = ${id}`
  return row?.at ?? null
}

describe('the link "This was not me"', () => {
  test('freezes, signs everybody out, voids password and PIN and mails the way back in', async () => {
    const ada = await bank.customer({ pin: '4821' })
    const { stolen, link } = await brokenInto(ada)
    const pin = { newPin: '6666', password: ada.password }
    expect((await bank.ask(savePin, pin, stolen)).http).toBe(200)
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)

    expect(await frozenAt(ada)).not.toBeNull()
    for (const token of [stolen, ada.token]) {
      expect((await bank.ask(initUser, {}, token)).http).toBe(401)
    }
    expect((await enter(ada, ada.password)).http).toBe(422)

    expect((await bank.mailTo(ada.email))[0]?.subject).toBe('Choose a new password')
    const buffer = await linkTo(ada.email, 'reset-password')
    const chosen = { buffer, password: 'chosen anew', confirmPassword: 'chosen anew' }
    expect((await bank.ask(resetPassword, chosen)).http).toBe(200)
    const { token } = (await enter(ada, 'chosen anew')).data as { token: string }
    const { user } = (await bank.ask(initUser, {}, token)).data as { user: User }
    expect(user.has_pin).toBe(false)
    expect((await bank.ask(requestOtp, { pin: '6666' }, token)).http).toBe(403)
    expect(await frozenAt(ada)).not.toBeNull()
  })

  test('works once, and none of the others does after it', async () => {
    const ada = await bank.customer()
    const first = await brokenInto(ada)
    const second = await brokenInto(ada)
    expect(first.link).not.toBe(second.link)
    expect((await bank.ask(notMe, { token: first.link })).http).toBe(200)
    for (const token of [first.link, second.link]) {
      expect(await bank.ask(notMe, { token })).toEqual(dead)
    }
  })

  test('used fifty times at once it works once', async () => {
    const ada = await bank.customer()
    const { link } = await brokenInto(ada)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bank.ask(notMe, { token: link })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http }) => http === 422)).toHaveLength(49)
  })

  test('lives three days, is kept as a hash, and another’s link is none', async () => {
    const ada = await bank.customer()
    const { link } = await brokenInto(ada)
    const rows = await db.sql`select links::text as row from links`
    expect(JSON.stringify(rows)).not.toContain(link)
    expect(await bank.ask(notMe, { token: await linkTo(ada.email, 'verify-email') })).toEqual(dead)
    bank.clock.advance(72 * hourMs + 1000)
    expect(await bank.ask(notMe, { token: link })).toEqual(dead)
    expect(await frozenAt(ada)).toBeNull()
  })

  test('changes nothing when a mail program opens it', async () => {
    const ada = await bank.customer()
    const { stolen, link } = await brokenInto(ada)
    for (const url of [`/not-me/${link}`, `/api/not-me/${link}`]) await bank.app.inject(url)
    expect(await frozenAt(ada)).toBeNull()
    expect((await bank.ask(initUser, {}, stolen)).http).toBe(200)
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)
  })

  test('puts an address back that was changed since', async () => {
    const ada = await bank.customer()
    const { stolen, link } = await brokenInto(ada)
    const thief = `thief-${crypto.randomUUID()}@example.org`
    expect((await bank.ask(changeEmail, { newEmail: thief }, stolen)).http).toBe(200)
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)
    const [row] = await db.sql`
      select email, email_verified, former_email from customers where id = ${ada.id}`
    expect(row).toEqual({ email: ada.email, email_verified: true, former_email: null })
    expect(await linkTo(ada.email, 'reset-password')).not.toBe('')
    expect(await linkTo(thief, 'reset-password')).toBe('')
  })

  test('finds the address free, however often it was changed since', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    await change(ada, newAddress())
    bank.clock.advance(71 * hourMs)
    const { link } = await brokenInto(ada)
    expect((await change(ada, newAddress())).http).toBe(200)
    bank.clock.advance(2 * hourMs)
    expect((await bank.send(signup, signUpForm({ email: ada.email }))).statusCode).toBe(409)
    expect((await change(bob, ada.email)).http).toBe(422)
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)
    expect(await addressOf(ada)).toEqual({ email: ada.email, email_verified: true })
  })

  test('leaves an address to who has it by now, and does all the rest', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    await change(ada, newAddress())
    bank.clock.advance(73 * hourMs)
    expect((await change(bob, ada.email)).http).toBe(200)
    const { stolen, link } = await brokenInto(ada)
    const thief = newAddress()
    expect((await bank.ask(changeEmail, { newEmail: thief }, stolen)).http).toBe(200)
    const proof = await linkTo(thief, 'verify-email')
    expect((await bank.ask(verifyEmail, { token: proof }, stolen)).http).toBe(200)
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)
    expect(await frozenAt(ada)).not.toBeNull()
    expect((await bank.ask(initUser, {}, stolen)).http).toBe(401)
    expect((await enter(ada, ada.password)).http).toBe(422)
    expect(await addressOf(bob)).toMatchObject({ email: ada.email })
    // The stranger's is as one that nobody has proven: no way in is mailed there, nor later.
    expect(await addressOf(ada)).toEqual({ email: thief, email_verified: false })
    expect(await linkTo(ada.email, 'reset-password')).not.toBe('')
    bank.clock.advance(73 * hourMs)
    await bank.ask(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    expect(await linkTo(thief, 'reset-password')).toBe('')
  })

  test('works also while somebody takes the address at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      // Nobody has proven it, so it is kept for three days and no longer.
      const [ada, bob] = [await bank.customer({ verified: false }), await bank.customer()]
      await change(ada, newAddress())
      bank.clock.advance(71 * hourMs)
      const { link } = await brokenInto(ada)
      await change(ada, newAddress())
      bank.clock.advance(2 * hourMs)
      const [taken, stopped] = await Promise.all([
        change(bob, ada.email),
        bank.ask(notMe, { token: link }),
      ])
      expect(stopped.http).toBe(200)
      expect(await frozenAt(ada)).not.toBeNull()
      const owner = taken.http === 200 ? bob : ada
      expect(await addressOf(owner)).toMatchObject({ email: ada.email })
    }
  })

  test('ends a sign-in that waits for its code, and leaves a trace', async () => {
    const ada = await bank.customer()
    const { link } = await brokenInto(ada)
    await db.sql`update customers set use_login_code = true where id = ${ada.id}`
    const { buffer } = (await enter(ada, ada.password)).data as { buffer: string }
    const otp = /^\d{5}$/m.exec((await bank.mailTo(ada.email))[0]?.text ?? '')?.[0] ?? ''
    expect((await bank.ask(notMe, { token: link })).http).toBe(200)
    expect((await bank.ask(confirm2fa, { buffer, otp })).http).toBe(422)
    const kinds = await db.sql<{ kind: string; by: string }>`
      select kind, by from security_events where customer_id = ${ada.id} order by id desc limit 2`
    expect(kinds).toEqual([
      { kind: 'frozen', by: 'somebody' },
      { kind: 'not_me', by: 'somebody' },
    ])
  })
})
