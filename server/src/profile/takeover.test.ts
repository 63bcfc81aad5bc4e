import {
  changeEmail,
  initUser,
  login,
  messages,
  requestOtp,
  requestPasswordReset,
  resetPassword,
  type SecurityEventEntry,
  savePassword,
  savePin,
  securityEvents,
  undoEmail,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const hourMs = 3_600_000
const newAddress = () => `thief-${crypto.randomUUID()}@example.org`
const change = (token: string, newEmail: string) => bank.ask(changeEmail, { newEmail }, token)
const subjectsTo = async (address: string) =>
  (await bank.mailTo(address)).map(({ subject }) => subject)
const askReset = async (user: string) => {
  await bank.ask(requestPasswordReset, { user })
  await bank.bank.background.settled()
}
const enter = ({ username }: TestCustomer, password: string) =>
  bank.ask(login, { username, password })

/** The token of the newest link of a kind that was mailed to an address. */
async function linkTo(address: string, kind: string): Promise<string> {
  const texts = (await bank.mailTo(address)).map(({ text }) => text)
  const found = texts.map((text) => new RegExp(`/${kind}/([\\w-]{43})`).exec(text)?.[1])
  return found.find(Boolean) ?? ''
}

const choose = (buffer: string, password: string) =>
  bank.ask(resetPassword, { buffer, password, confirmPassword: password })

describe('somebody who has nothing but a session', () => {
  // shows D145
  // asvs 7.5.1
  test('gets no reset link by changing the address, by whatever name it is asked for', async () => {
    const ada = await bank.customer()
    const thief = newAddress()
    await change(ada.token, thief)
    await bank.ask(verifyEmail, { token: await linkTo(thief, 'verify-email') }, ada.token)
    for (const user of [ada.username, thief]) await askReset(user)
    expect(await subjectsTo(thief)).toEqual(['Confirm your e-mail address'])
    const asked = (await subjectsTo(ada.email)).filter((one) => one === 'Reset your password')
    expect(asked).toHaveLength(2)
  })

  // shows D145
  test('gets none by changing it twice and undoing his own change', async () => {
    const ada = await bank.customer()
    const [first, second] = [newAddress(), newAddress()]
    await change(ada.token, first)
    await change(ada.token, second)
    const own = await linkTo(first, 'undo-email')
    expect((await bank.ask(undoEmail, { token: own })).http).toBe(200)
    await askReset(ada.username)
    for (const address of [first, second]) expect(await linkTo(address, 'reset-password')).toBe('')
    expect(await subjectsTo(ada.email)).toContain('Choose a new password')
    expect((await choose(await linkTo(ada.email, 'reset-password'), 'mine again')).http).toBe(200)
    expect((await enter(ada, 'mine again')).http).toBe(200)
  })

  // shows D145
  test('gets no code until he has proven his address, at sign-in as for a transfer', async () => {
    const ada = await bank.customer({ pin: '4821', flags: { UseLoginVerification: true } })
    const thief = newAddress()
    await change(ada.token, thief)
    await enter(ada, ada.password)
    expect((await subjectsTo(ada.email))[0]).toBe('Your sign-in code')
    await bank.ask(requestOtp, { pin: '4821' }, ada.token)
    expect((await subjectsTo(ada.email))[0]).toBe('Your transfer code')
    expect(await subjectsTo(thief)).toEqual(['Confirm your e-mail address'])
    await bank.ask(verifyEmail, { token: await linkTo(thief, 'verify-email') }, ada.token)
    await enter(ada, ada.password)
    await bank.ask(requestOtp, { pin: '4821' }, ada.token)
    expect((await subjectsTo(thief)).slice(0, 2)).toEqual([
      'Your transfer code',
      'Your sign-in code',
    ])
  })
})

describe('three days after a change', () => {
  test('reset links go to a proven address', async () => {
    const ada = await bank.customer()
    const moved = newAddress()
    await change(ada.token, moved)
    await bank.ask(verifyEmail, { token: await linkTo(moved, 'verify-email') }, ada.token)
    bank.clock.advance(72 * hourMs + 1000)
    await askReset(ada.username)
    expect((await subjectsTo(moved))[0]).toBe('Reset your password')
  })

  test('and still to the old one where the new one was never proven', async () => {
    const ada = await bank.customer()
    const misspelt = newAddress()
    await change(ada.token, misspelt)
    bank.clock.advance(72 * hourMs + 1000)
    await askReset(ada.username)
    expect((await subjectsTo(ada.email))[0]).toBe('Reset your password')
    expect(await linkTo(misspelt, 'reset-password')).toBe('')
  })
})

describe('the undo of a change by a thief', () => {
  // shows D145
  test('leaves him neither password nor PIN nor session, and the owner a way in', async () => {
    const ada = await bank.customer({ pin: '4821' })
    const thief = newAddress()
    await change(ada.token, thief)
    const chosen = { old_password: ada.password, new_password: 'chosen by him' }
    expect((await bank.ask(savePassword, chosen, ada.token)).http).toBe(200)
    const pin = { newPin: '6666', password: 'chosen by him' }
    expect((await bank.ask(savePin, pin, ada.token)).http).toBe(200)

    expect((await bank.ask(undoEmail, { token: await linkTo(ada.email, 'undo-email') })).http).toBe(
      200,
    )
    for (const password of ['chosen by him', ada.password, '']) {
      expect(await enter(ada, password)).toMatchObject({ http: 422 })
    }
    expect((await change(ada.token, newAddress())).http).toBe(401)
    await askReset(thief)
    expect(await linkTo(thief, 'reset-password')).toBe('')

    const buffer = await linkTo(ada.email, 'reset-password')
    expect((await choose(buffer, 'chosen anew')).http).toBe(200)
    expect((await enter(ada, 'chosen by him')).http).toBe(422)
    const { token } = (await enter(ada, 'chosen anew')).data as { token: string }
    const { user } = (await bank.ask(initUser, {}, token)).data as { user: { has_pin: boolean } }
    expect(user.has_pin).toBe(false)
    expect(await bank.ask(requestOtp, { pin: '6666' }, token)).toMatchObject({
      message: messages.pinNotSet,
    })
  })

  test('takes away the passkeys, the app and the backup codes that he added, and no others', async () => {
    const ada = await bank.customer()
    const passkey = (name: string) => db.sql`
      insert into passkeys(customer_id, credential_id, public_key, counter, name, created_at)
      values (${ada.id}, ${`${ada.id} ${name}`}, '', 0, ${name}, ${bank.clock.now()})`
    await passkey('of the owner')
    bank.clock.advance(1000)
    await change(ada.token, newAddress())
    bank.clock.advance(1000)
    await passkey('of the thief')
    await db.sql`
      insert into authenticators(customer_id, secret_sealed, created_at)
      values (${ada.id}, '', ${bank.clock.now()})`
    await db.sql`insert into backup_codes(customer_id, code_hmac) values (${ada.id}, '')`
    await bank.ask(undoEmail, { token: await linkTo(ada.email, 'undo-email') })
    const left = await db.sql`
      select name from passkeys where customer_id = ${ada.id}
      union all select 'app' from authenticators where customer_id = ${ada.id}
      union all select 'code' from backup_codes where customer_id = ${ada.id}`
    expect(left).toEqual([{ name: 'of the owner' }])
  })

  test('wins against a password that is being saved at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ada = await bank.customer()
      await change(ada.token, newAddress())
      const token = await linkTo(ada.email, 'undo-email')
      const chosen = { old_password: ada.password, new_password: 'chosen by him' }
      await Promise.all([bank.ask(savePassword, chosen, ada.token), bank.ask(undoEmail, { token })])
      expect((await enter(ada, 'chosen by him')).http).toBe(422)
      expect((await enter(ada, ada.password)).http).toBe(422)
    }
  })

  test('stands in the security log, as by somebody', async () => {
    const ada = await bank.customer()
    await change(ada.token, newAddress())
    await bank.ask(undoEmail, { token: await linkTo(ada.email, 'undo-email') })
    const { data } = await bank.ask(securityEvents, {}, await bank.signInAgain(ada))
    const kinds = (data as { List: SecurityEventEntry[] }).List.map(({ Kind, By }) => [Kind, By])
    expect(kinds).toEqual([
      ['email_put_back', 'somebody'],
      ['email_changed', 'customer'],
    ])
  })
})
