import {
  changeEmail,
  initUser,
  login,
  messages,
  type Notification,
  notifications,
  requestPasswordReset,
  resetPassword,
  savePassword,
  savePin,
  toggle2fa,
  toggleAlert,
  type User,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { pinHmac } from '#auth/secrets.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const another = (who: TestCustomer) => bank.signInAgain(who)
const userOf = async (token: string) =>
  ((await bank.ask(initUser, {}, token)).data as { user: User }).user
const said = (message: string) => ({ http: 200, status: 'success', message })
const wrongAt = (field: string, message: string) => refusedWith('invalid', { message, field })

async function newsOf({ token }: TestCustomer): Promise<string[]> {
  const { data } = await bank.ask(notifications, {}, token)
  return (data as { List: Notification[] }).List.map(({ Title }) => Title)
}

describe('a new password', () => {
  const save = (who: TestCustomer, old_password: string, new_password: string) =>
    bank.ask(savePassword, { old_password, new_password }, who.token)

  // shows §3.34 §7.33
  // asvs 6.2.2
  test('takes the place of the old one and is told', async () => {
    const ada = await bank.customer()
    expect(await save(ada, ada.password, 'abcd')).toEqual(said(messages.passwordChanged))
    const { username } = ada
    expect(await bank.ask(login, { username, password: ada.password })).toMatchObject(
      refusedWith('credentials_wrong'),
    )
    expect((await bank.ask(login, { username, password: 'abcd' })).http).toBe(200)
    const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
    expect(subjects.slice(0, 2)).toEqual(['New sign-in', 'Your password was changed'])
    expect((await newsOf(ada))[0]).toBe('Your password was changed')
  })

  // shows D89
  // asvs 6.2.3
  test('97: is refused with the text of what is wrong, and nothing changes', async () => {
    const ada = await bank.customer()
    const message = messages.oldPasswordWrong
    const wrongOld = refusedWith('password_wrong', { message, field: 'old_password' })
    const cases = [
      ['', '', wrongAt('old_password', messages.oldPasswordMissing)],
      ['x', '', wrongAt('new_password', messages.changedPasswordMissing)],
      ['x', 'abc', wrongAt('new_password', messages.passwordTooShort)],
      ['wrong one', 'good enough', wrongOld],
      [ada.password, ada.password, wrongAt('new_password', messages.passwordUnchanged)],
      ['same', 'same', wrongOld],
    ] as const
    for (const [old, fresh, refused] of cases) {
      expect(await save(ada, old, fresh)).toEqual(refused)
    }
    const { username, password } = ada
    expect((await bank.ask(login, { username, password })).http).toBe(200)
    const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['New sign-in', expect.stringContaining('Welcome')])
  })

  test('wrong old ones are counted over both calls that ask, and refused unseen after ten', async () => {
    const ada = await bank.customer()
    for (let count = 0; count < 5; count += 1) {
      await save(ada, 'wrong one', 'good enough')
      await bank.ask(savePin, { newPin: '1234', password: 'wrong one' }, ada.token)
    }
    expect(await save(ada, ada.password, 'good enough')).toMatchObject({
      http: 429,
      message: 'Too many attempts. Try again in 15 minutes',
    })
    const pin = { newPin: '1234', password: ada.password }
    const reply = await bank.send(savePin, pin, { token: ada.token })
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
    bank.clock.advance(15 * 60_000)
    const later = { ...ada, token: await another(ada) }
    expect(await save(later, ada.password, 'good enough')).toEqual(said(messages.passwordChanged))
  })

  test('right ones are not counted', async () => {
    const ada = await bank.customer()
    let password = ada.password
    for (let count = 0; count < 11; count += 1) {
      const next = `secret ${count}`
      expect((await save(ada, password, next)).http).toBe(200)
      password = next
    }
  })

  test('voids a reset link that is under way', async () => {
    const ada = await bank.customer()
    await bank.ask(requestPasswordReset, { user: ada.username })
    await bank.bank.background.settled()
    const [mail] = await bank.mailTo(ada.email)
    const buffer = /reset-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await save(ada, ada.password, 'good enough')
    const form = { buffer, password: 'other', confirmPassword: 'other' }
    expect(await bank.ask(resetPassword, form)).toEqual(refusedWith('reset_link_invalid'))
  })

  test('of two changes at once from the same old password one counts', async () => {
    const ada = await bank.customer()
    const answers = await Promise.all([
      save(ada, ada.password, 'the first'),
      save(ada, ada.password, 'the second'),
    ])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 422])
  })
})

describe('a new PIN', () => {
  const save = (who: TestCustomer, newPin: string, password: string) =>
    bank.ask(savePin, { newPin, password }, who.token)

  // shows §3.34 §7.34 D62
  test('is any four digits; it is kept keyed and told', async () => {
    const ada = await bank.customer()
    expect((await userOf(ada.token)).has_pin).toBe(false)
    expect(await save(ada, '0000', ada.password)).toEqual(said(messages.pinSaved))
    expect((await userOf(ada.token)).has_pin).toBe(true)
    const [row] = await db.sql<{ pin_hmac: string }>`
      select pin_hmac from customers where id = ${ada.id}`
    expect(row?.pin_hmac).toBe(pinHmac(bank.bank.config.secretKey, ada.id, '0000'))
    const [mail] = await bank.mailTo(ada.email)
    expect(mail?.subject).toBe('Your PIN was saved')
    expect(mail?.text).not.toContain('0000')
    expect((await newsOf(ada))[0]).toBe('Your PIN was saved')
  })

  test('unlocks a locked PIN and locked codes', async () => {
    const ada = await bank.customer({ pin: '1111', flags: { LockOTP: true } })
    await db.sql`
      update customers set pin_tries = 3, pin_tries_total = 15, otp_wrong = 15,
        pin_locked_until = ${new Date(Date.now() + 900_000)} where id = ${ada.id}`
    await save(ada, '2222', ada.password)
    expect((await userOf(ada.token)).LockOTP).toBe(false)
    const rows = await db.sql`
      select pin_tries, pin_tries_total, pin_locked_until, otp_wrong from customers
      where id = ${ada.id}`
    expect(rows).toEqual([
      { pin_tries: 0, pin_tries_total: 0, pin_locked_until: null, otp_wrong: 0 },
    ])
  })

  test('98: is refused with the text of what is wrong, and nothing changes', async () => {
    const ada = await bank.customer({ pin: '1111' })
    for (const pin of ['', '123', '12a4', '12345', '１２３４', '1 34', '12.4', '-123']) {
      expect(await save(ada, pin, ada.password)).toEqual(wrongAt('newPin', messages.pinInvalid))
    }
    expect(await save(ada, '1234', '')).toEqual(
      wrongAt('password', messages.currentPasswordMissing),
    )
    expect(await save(ada, '1234', 'wrong one')).toEqual(
      refusedWith('password_wrong', { message: messages.currentPasswordWrong, field: 'password' }),
    )
    const [row] = await db.sql<{ pin_hmac: string }>`
      select pin_hmac from customers where id = ${ada.id}`
    expect(row?.pin_hmac).toBe(pinHmac(bank.bank.config.secretKey, ada.id, '1111'))
  })
})

describe('the two switches', () => {
  // shows §7.35 §7.36 D92
  test('take every spelling of on and off, and show in the profile', async () => {
    const ada = await bank.customer()
    const turns = [
      ['true', true],
      ['0', false],
      ['on', true],
      ['off', false],
      ['1', true],
      ['false', false],
    ] as const
    for (const [spelled, value] of turns) {
      const fields = { login_verification: spelled }
      expect(await bank.ask(toggle2fa, fields, ada.token)).toEqual(said(messages.twoStepSaved))
      const alert = { notification: spelled }
      expect(await bank.ask(toggleAlert, alert, ada.token)).toEqual(said(messages.alertSaved))
      expect(await userOf(ada.token)).toMatchObject({
        UseLoginVerification: value,
        Emailnotification: value,
      })
    }
  })

  test('99: anything else is refused', async () => {
    const ada = await bank.customer()
    const before = await userOf(ada.token)
    for (const value of ['yes', '', 'TRUE', '2', undefined]) {
      expect(await bank.ask(toggle2fa, { login_verification: value as never }, ada.token)).toEqual(
        wrongAt('login_verification', messages.flagInvalid),
      )
      expect(await bank.ask(toggleAlert, { notification: value as never }, ada.token)).toEqual(
        wrongAt('notification', messages.flagInvalid),
      )
    }
    const list = await bank.app.inject({
      method: 'POST',
      url: '/api/toggle-2fa',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      payload: '{"login_verification":["true"]}',
    })
    expect(list.statusCode).toBe(422)
    expect(await userOf(ada.token)).toEqual(before)
  })

  // shows §6.8
  test('99: 2 Step Verification is refused to whom it is not allowed', async () => {
    const ada = await bank.customer({ flags: { AllowUserManageLoginVerification: false } })
    expect(await bank.ask(toggle2fa, { login_verification: 'true' }, ada.token)).toEqual(
      refusedWith('two_step_not_allowed'),
    )
    expect((await userOf(ada.token)).UseLoginVerification).toBe(false)
  })

  test('are told by mail, alerts or not, and only when something changed', async () => {
    const ada = await bank.customer()
    await bank.ask(toggleAlert, { notification: 'off' }, ada.token)
    await bank.ask(toggleAlert, { notification: 'off' }, ada.token)
    await bank.ask(toggle2fa, { login_verification: 'on' }, ada.token)
    await bank.ask(toggle2fa, { login_verification: 'on' }, ada.token)
    const told = ['2 Step Verification was switched on', 'Transaction alerts were switched off']
    const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
    expect(subjects.slice(0, -1)).toEqual(told)
    expect((await newsOf(ada)).slice(0, -1)).toEqual(told)
  })
})

describe('what ends the sessions of other devices', () => {
  const events = {
    'the password': ({ token, password }: TestCustomer) =>
      bank.ask(savePassword, { old_password: password, new_password: 'another one' }, token),
    'the PIN': ({ token, password }: TestCustomer) =>
      bank.ask(savePin, { newPin: '1234', password }, token),
    'the e-mail': ({ token, id }: TestCustomer) =>
      bank.ask(changeEmail, { newEmail: `new${id}@example.org` }, token),
    '2 Step Verification': ({ token }: TestCustomer) =>
      bank.ask(toggle2fa, { login_verification: 'on' }, token),
  }

  for (const [name, act] of Object.entries(events)) {
    // shows D89
    // asvs 7.4.3
    test(`a change of ${name}: the old tokens are refused, the own one goes on`, async () => {
      const [ada, bob] = [await bank.customer(), await bank.customer()]
      const others = [await another(ada), await another(ada)]
      expect((await act(ada)).http).toBe(200)
      for (const token of others) {
        expect(await bank.ask(initUser, {}, token)).toEqual(refusedWith('session_ended'))
      }
      expect((await bank.ask(initUser, {}, ada.token)).http).toBe(200)
      expect((await bank.ask(initUser, {}, bob.token)).http).toBe(200)
    })
  }

  // shows D89
  test('a change of alerts, and a change that was refused, end none', async () => {
    const ada = await bank.customer()
    const other = await another(ada)
    await bank.ask(toggleAlert, { notification: 'off' }, ada.token)
    await bank.ask(savePin, { newPin: '1234', password: 'wrong one' }, ada.token)
    await bank.ask(changeEmail, { newEmail: ada.email }, ada.token)
    expect((await bank.ask(initUser, {}, other)).http).toBe(200)
  })

  test('none of these calls is for anonymous callers', async () => {
    for (const call of [savePassword, savePin, changeEmail, toggle2fa, toggleAlert]) {
      expect((await bank.send(call, {})).statusCode).toBe(401)
    }
  })
})
