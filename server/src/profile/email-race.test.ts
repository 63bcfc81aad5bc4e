import {
  changeEmail,
  initUser,
  login,
  messages,
  type Notification,
  notifications,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signup,
  type User,
  undoEmail,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusedWith, signUpForm, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const hourMs = 3_600_000
const newAddress = () => `moved-${crypto.randomUUID()}@example.org`

const userOf = async (token: string) =>
  ((await bank.ask(initUser, {}, token)).data as { user: User }).user
const another = (who: TestCustomer) => bank.signInAgain(who)
const change = (who: { token: string }, newEmail: string) =>
  bank.ask(changeEmail, { newEmail }, who.token)

/** The token of the newest link of a kind that was mailed to an address. */
async function linkTo(address: string, kind: string): Promise<string> {
  for (const { text } of await bank.mailTo(address)) {
    const found = new RegExp(`http://localhost:3000/${kind}/([\\w-]{43})`).exec(text)
    if (found?.[1]) return found[1]
  }
  throw new Error(`no ${kind} link was mailed to ${address}`)
}

describe('changing the e-mail address', () => {
  // shows §7.32 D88
  test('works at once, unproven, and tells both addresses and the app', async () => {
    const ada = await bank.customer()
    const address = newAddress()
    await bank.ask(verifyEmail, { token: await linkTo(ada.email, 'verify-email') }, ada.token)
    expect((await userOf(ada.token)).Verifiedemail).toBe(true)
    expect(await change(ada, ` ${address} `)).toEqual({
      http: 200,
      status: 'success',
      message: messages.emailChanged,
    })
    expect(await userOf(ada.token)).toMatchObject({
      Email: address,
      email: address,
      Verifiedemail: false,
      Verification: 'none',
    })
    const [toOld] = await bank.mailTo(ada.email)
    expect(toOld?.subject).toBe('Your e-mail address was changed')
    expect(toOld?.text).not.toContain(address)
    expect((await bank.mailTo(address))[0]?.subject).toBe('Confirm your e-mail address')
    const { data } = await bank.ask(notifications, {}, ada.token)
    expect((data as { List: Notification[] }).List[0]?.Title).toBe(
      'Your e-mail address was changed',
    )
  })

  test('passes through an address without keeping it from its owner', async () => {
    const [ada, through, last] = [await bank.customer(), newAddress(), newAddress()]
    await change(ada, through)
    await change(ada, last)
    const owner = await bank.send(signup, signUpForm({ email: through }))
    expect(owner.statusCode).toBe(200)
    // The link that leads back there finds it taken; the one to her own address still works.
    const back = await linkTo(ada.email, 'undo-email')
    expect((await bank.ask(undoEmail, { token: await linkTo(through, 'undo-email') })).http).toBe(
      422,
    )
    expect((await bank.send(signup, signUpForm({ email: ada.email }))).statusCode).toBe(409)
    expect((await bank.ask(undoEmail, { token: back })).http).toBe(200)
  })

  test('keeps an address for who had proven it, though it was passed through', async () => {
    const [ada, proven, last] = [await bank.customer(), newAddress(), newAddress()]
    await change(ada, proven)
    await bank.ask(verifyEmail, { token: await linkTo(proven, 'verify-email') }, ada.token)
    await change(ada, last)
    expect((await bank.send(signup, signUpForm({ email: proven }))).statusCode).toBe(409)
  })

  test('ends the other sessions and keeps this one', async () => {
    const ada = await bank.customer()
    const other = await another(ada)
    await change(ada, newAddress())
    expect((await bank.ask(initUser, {}, other)).http).toBe(401)
    expect((await bank.ask(initUser, {}, ada.token)).http).toBe(200)
  })

  test('96: refuses the same, a taken, a malformed or a two-line address in the same words', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const bad = [
      ada.email,
      ada.email.toUpperCase(),
      bob.email,
      bob.email.toUpperCase(),
      'a@b\r\nBcc: x@example.com',
      'x@example.com\r\nBcc: y@example.com',
      'nobody',
    ]
    for (const address of bad) {
      expect(await change(ada, address)).toEqual(
        refusedWith('invalid', { message: messages.emailInvalid, field: 'newEmail' }),
      )
    }
    const missing = await bank.send(changeEmail, {}, { token: ada.token })
    expect(missing.json()).toMatchObject({ message: messages.emailInvalid })
    expect(await userOf(ada.token)).toMatchObject({ Email: ada.email })
    expect(await bank.mailTo(bob.email)).toHaveLength(1)
  })

  test('is not for anonymous callers', async () => {
    expect((await bank.ask(changeEmail, { newEmail: newAddress() })).http).toBe(401)
  })

  test('mails at most ten strangers an hour', async () => {
    const ada = await bank.customer()
    for (let count = 0; count < 10; count += 1) {
      expect((await change(ada, newAddress())).http).toBe(200)
    }
    const refused = await change(ada, newAddress())
    expect(refused).toMatchObject({ http: 429, message: expect.stringContaining('60 minutes') })
  })

  test('voids the reset links that the old address holds', async () => {
    const ada = await bank.customer()
    await bank.ask(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    const buffer = await linkTo(ada.email, 'reset-password')
    await change(ada, newAddress())
    const answer = await bank.ask(resetPassword, {
      buffer,
      password: 'new secret',
      confirmPassword: 'new secret',
    })
    expect(answer).toMatchObject({ http: 422, message: messages.resetLinkInvalid })
  })

  test('of many who want one address at the same moment one gets it', async () => {
    const crowd: TestCustomer[] = []
    for (let count = 0; count < 8; count += 1) crowd.push(await bank.customer())
    const address = newAddress()
    const answers = await Promise.all(crowd.map((one) => change(one, address)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ http }) => http !== 200)) {
      expect(answer).toMatchObject({ http: 422, message: messages.emailInvalid })
    }
  })

  test('two who swap addresses at the same moment cannot take what the other may go back to', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    const answers = await Promise.all([change(ada, bob.email), change(bob, ada.email)])
    expect(answers.map(({ http }) => http)).toEqual([422, 422])
  })
})

describe('the link that proves an address', () => {
  const dead = refusedWith('link_invalid')

  test('is mailed its link again, three times an hour; only the newest works, and none where it is proven', async () => {
    const ada = await bank.customer({ verified: false })
    const old = await linkTo(ada.email, 'verify-email')
    const again = () => bank.ask(resendVerification, {}, ada.token)
    expect((await again()).http).toBe(200)
    const token = await linkTo(ada.email, 'verify-email')
    expect(token).not.toBe(old)
    expect((await bank.ask(verifyEmail, { token: old })).http).toBe(422)
    expect((await bank.ask(verifyEmail, { token }, ada.token)).http).toBe(200)
    const mails = (await bank.mailTo(ada.email)).length
    expect((await again()).http).toBe(200)
    expect((await bank.mailTo(ada.email)).length).toBe(mails)
    expect((await again()).http).toBe(200)
    expect(await again()).toMatchObject({ http: 429, code: 'too_many' })
    expect((await bank.ask(resendVerification, {})).http).toBe(401)
  })

  // shows D15
  test('comes with the welcome and works once', async () => {
    const ada = await bank.customer({ verified: false })
    const token = await linkTo(ada.email, 'verify-email')
    expect((await userOf(ada.token)).Verifiedemail).toBe(false)
    expect((await bank.ask(verifyEmail, { token }, ada.token)).http).toBe(200)
    expect((await userOf(ada.token)).Verifiedemail).toBe(true)
    expect(await bank.ask(verifyEmail, { token })).toEqual(dead)
  })

  test('proves only the address it was sent to', async () => {
    const ada = await bank.customer()
    const [first, second] = [newAddress(), newAddress()]
    const atSignUp = await linkTo(ada.email, 'verify-email')
    await change(ada, first)
    const toFirst = await linkTo(first, 'verify-email')
    await change(ada, second)
    expect(await bank.ask(verifyEmail, { token: atSignUp })).toEqual(dead)
    expect(await bank.ask(verifyEmail, { token: toFirst })).toEqual(dead)
    expect((await userOf(ada.token)).Verifiedemail).toBe(false)
    const token = await linkTo(second, 'verify-email')
    expect((await bank.ask(verifyEmail, { token }, ada.token)).http).toBe(200)
  })

  test('runs out after three days, and a link of another purpose is none', async () => {
    const ada = await bank.customer()
    const address = newAddress()
    await change(ada, address)
    const undo = await linkTo(ada.email, 'undo-email')
    expect(await bank.ask(verifyEmail, { token: undo })).toEqual(dead)
    const token = await linkTo(address, 'verify-email')
    bank.clock.advance(72 * hourMs + 1000)
    expect(await bank.ask(verifyEmail, { token })).toEqual(dead)
    expect(await bank.ask(verifyEmail, { token: 'x'.repeat(43) })).toEqual(dead)
  })

  test('used fifty times at once it works once', async () => {
    const ada = await bank.customer()
    const token = await linkTo(ada.email, 'verify-email')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bank.ask(verifyEmail, { token }, ada.token)),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http }) => http === 422)).toHaveLength(49)
  })
})

describe('the link that puts the old address back', () => {
  const dead = refusedWith('link_invalid')

  // shows D88
  test('restores it as proven, ends all sessions and every sign-in under way, and works once', async () => {
    const ada = await bank.customer({ flags: { UseLoginVerification: true } })
    const address = newAddress()
    await change(ada, address)
    const other = await another(ada)
    const credentials = { username: ada.username, password: ada.password }
    await bank.ask(login, credentials)
    const token = await linkTo(ada.email, 'undo-email')
    expect((await bank.ask(undoEmail, { token })).http).toBe(200)
    for (const ended of [ada.token, other]) {
      expect((await bank.ask(initUser, {}, ended)).http).toBe(401)
    }
    const underWay = await db.sql`
      select 1 from login_codes where customer_id = ${ada.id} and used_at is null`
    expect(underWay).toEqual([])
    const fresh = await another(ada)
    expect(await userOf(fresh)).toMatchObject({ Email: ada.email, Verifiedemail: true })
    const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
    expect(subjects.slice(0, 2)).toEqual([
      'Choose a new password',
      'Your e-mail address was put back',
    ])
    expect(await bank.ask(undoEmail, { token })).toEqual(dead)
  })

  test('kills the reset links of before it', async () => {
    const ada = await bank.customer()
    await change(ada, newAddress())
    await bank.ask(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    const buffer = await linkTo(ada.email, 'reset-password')
    await bank.ask(undoEmail, { token: await linkTo(ada.email, 'undo-email') })
    const form = { buffer, password: 'taken over', confirmPassword: 'taken over' }
    expect(await bank.ask(resetPassword, form)).toMatchObject({
      message: messages.resetLinkInvalid,
    })
  })

  test('survives further changes, and settles those that came after it', async () => {
    const ada = await bank.customer()
    const [thief, thiefToo] = [newAddress(), newAddress()]
    await change(ada, thief)
    await change(ada, thiefToo)
    const later = await linkTo(thief, 'undo-email')
    await bank.ask(undoEmail, { token: later })
    const first = await linkTo(ada.email, 'undo-email')
    const session = await another(ada)
    await change({ token: session }, thiefToo)
    const again = await linkTo(thief, 'undo-email')
    expect((await bank.ask(undoEmail, { token: first })).http).toBe(200)
    expect(await bank.ask(undoEmail, { token: again })).toEqual(dead)
    expect((await userOf(await another(ada))).Email).toBe(ada.email)
  })

  test('keeps the old address for its owner as long as it works', async () => {
    const [ada, bob] = [await bank.customer(), await bank.customer()]
    await change(ada, newAddress())
    const form = signUpForm({ email: ada.email.toUpperCase() })
    expect(await bank.ask(signup, form as never)).toMatchObject({
      http: 409,
      message: messages.emailTaken,
    })
    expect(await change(bob, ada.email)).toMatchObject({
      http: 422,
      message: messages.emailInvalid,
    })
    bank.clock.advance(72 * hourMs + 1000)
    expect((await change({ token: await another(bob) }, ada.email)).http).toBe(200)
    const token = await linkTo(ada.email, 'undo-email')
    expect(await bank.ask(undoEmail, { token })).toEqual(dead)
  })

  test('the owner may go back by the form as well', async () => {
    const ada = await bank.customer()
    await change(ada, newAddress())
    expect((await change(ada, ada.email)).http).toBe(200)
  })

  test('used fifty times at once it works once', async () => {
    const ada = await bank.customer()
    await change(ada, newAddress())
    const token = await linkTo(ada.email, 'undo-email')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bank.ask(undoEmail, { token })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http }) => http === 422)).toHaveLength(49)
  })
})
