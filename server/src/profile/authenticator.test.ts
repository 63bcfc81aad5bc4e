import {
  addPasskey,
  backupCodes,
  confirm2fa,
  initUser,
  login,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  requestPasswordReset,
  resendCode,
  resetPassword,
  savePassword,
  securityEvents,
  tokenLogin,
  totp,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { issueLink } from '#auth/links.ts'
import { hashToken } from '#auth/secrets.ts'
import { confirmCode } from '#auth/sign-in.ts'
import { codeBucket } from '#auth/sign-in-limits.ts'
import { setFlag } from '#cli/flags.ts'
import { busy } from '#kernel/failure.ts'
import { appCode } from '#testing/app-code.ts'
import { softwarePasskey } from '#testing/software-passkey.ts'
import {
  linkIn,
  refusedWith,
  standingClock,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
// No step ends between a code and the look at it.
const bank = await testBank(db, { clock: standingClock(new Date()) })
afterAll(() => bank.stop())

const wrong = refusedWith('code_wrong')
const stepMs = 30_000

/** What the customer's app shows now, or so many steps later. */
const codeOf = (secret: string, steps = 0) =>
  appCode(secret, new Date(bank.clock.now().getTime() + steps * stepMs))

async function withApp(wanted = {}): Promise<TestCustomer & { secret: string }> {
  const who = await bank.customer(wanted)
  const begun = await bank.ask(totp, { use: 'begin' }, who.token)
  const { Secret: secret } = begun.data as { Secret: string }
  const on = await bank.ask(totp, { use: 'confirm', code: codeOf(secret) }, who.token)
  expect(on.http).toBe(200)
  return { ...who, secret }
}

const signIn = ({ username, password }: TestCustomer) => bank.ask(login, { username, password })

async function bufferOf(who: TestCustomer): Promise<string> {
  const { data } = await signIn(who)
  return (data as { buffer: string }).buffer
}

const confirm = async (who: TestCustomer, otp: string) =>
  bank.ask(confirm2fa, { buffer: await bufferOf(who), otp })

describe('an authenticator app', () => {
  test('is set up with a code of it, and its code then follows the password', async () => {
    const ada = await bank.customer()
    const begun = (await bank.ask(totp, { use: 'begin' }, ada.token)).data as Record<string, string>
    expect(begun.Uri).toMatch(
      new RegExp(`^otpauth://totp/Passbook:${ada.username}\\?.*secret=${begun.Secret}`),
    )
    expect(begun.Qr).toMatch(/^data:image\/svg\+xml;base64,/)
    // Until it is confirmed nothing changes.
    expect((await signIn(ada)).data).toHaveProperty('token')
    const asked = { use: 'confirm', code: '000000' } as const
    expect(await bank.ask(totp, asked, ada.token)).toMatchObject({ http: 422, field: 'code' })
    const code = codeOf(begun.Secret ?? '')
    expect((await bank.ask(totp, { use: 'confirm', code }, ada.token)).http).toBe(200)
    expect((await bank.ask(initUser, {}, ada.token)).http).toBe(200)
    expect(await signIn(ada)).toMatchObject({
      message: 'authentication_required',
      data: { buffer: expect.any(String), code_from: 'app' },
    })
    // No code is mailed for it, and none can be asked for.
    expect((await bank.mailTo(ada.email)).map(({ subject }) => subject)).not.toContain('Your code')
    const buffer = await bufferOf(ada)
    bank.clock.advance(31_000)
    expect(await bank.ask(resendCode, { buffer })).toEqual(wrong)
    expect((await confirm(ada, codeOf(begun.Secret ?? ''))).http).toBe(200)
    const log = (await bank.ask(securityEvents, {}, ada.token)).data as { List: { Kind: string }[] }
    expect(log.List.map(({ Kind }) => Kind)).toContain('totp_on')
    expect(await bank.ask(totp, { use: 'begin' }, ada.token)).toEqual(
      refusedWith('totp_on', { message: 'An authenticator app is on already' }),
    )
  })

  test('a code that nobody could look at is not counted', async () => {
    const ada = await withApp()
    const spent = async () => {
      const [row] = await db.sql<{ count: number }>`
        select count from attempts where bucket = ${codeBucket(ada.id)}`
      return row?.count
    }
    expect(await confirm(ada, '000000')).toEqual(wrong)
    expect(await spent()).toBe(1)
    const away = { ...bank.bank, db: { ...db, transaction: () => Promise.reject(busy()) } }
    const buffer = await bufferOf(ada)
    const asked = { buffer, otp: codeOf(ada.secret, 1) }
    const caller = { agent: 'Test', network: '127.0.0.0/24' }
    await expect(confirmCode(away, asked, caller)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await spent()).toBe(1)
    // Nor of the five tries of this sign-in.
    const [row] = await db.sql<{ tries: number }>`
      select tries from login_codes where buffer_hash = ${hashToken(buffer)}`
    expect(row?.tries).toBe(0)
    expect((await confirm(ada, codeOf(ada.secret, 1))).http).toBe(200)
  })

  test('may be a step ahead or behind, and each step counts once', async () => {
    const ada = await withApp()
    // The step that confirmed it is spent.
    expect(await confirm(ada, codeOf(ada.secret))).toEqual(wrong)
    expect((await confirm(ada, codeOf(ada.secret, 1))).http).toBe(200)
    expect(await confirm(ada, codeOf(ada.secret, 1))).toEqual(wrong)
    expect(await confirm(ada, codeOf(ada.secret, 2))).toEqual(wrong)
    bank.clock.advance(3 * stepMs)
    expect(await confirm(ada, codeOf(ada.secret, -2))).toEqual(wrong)
    const [first, second] = [await bufferOf(ada), await bufferOf(ada)]
    const otp = codeOf(ada.secret, -1)
    const both = await Promise.all(
      [first, second].map((buffer) => bank.ask(confirm2fa, { buffer, otp })),
    )
    expect(both.filter(({ http }) => http === 200)).toHaveLength(1)
  })

  test('is kept under the bank’s key, for its customer only', async () => {
    const [ada, eve] = [await withApp(), await withApp()]
    const [row] = await db.sql<{ sealed: string }>`
      select secret_sealed as sealed from authenticators where customer_id = ${ada.id}`
    expect(row?.sealed).not.toContain(ada.secret)
    // A sealed secret that was put with another customer opens nothing.
    await db.sql`
      update authenticators set secret_sealed = ${row?.sealed ?? ''} where customer_id = ${eve.id}`
    expect(await confirm(eve, codeOf(ada.secret, 1))).toEqual(wrong)
  })

  test('is switched off by a fresh session, which is told and starts a day of small sums', async () => {
    const ada = await withApp()
    bank.clock.advance(5 * 60_000)
    expect(await bank.ask(totp, { use: 'end' }, ada.token)).toEqual(refusedWith('reauth_required'))
    const token = await bank.signInAgain(ada)
    expect((await bank.ask(totp, { use: 'end' }, token)).http).toBe(200)
    expect((await signIn(ada)).data).toHaveProperty('token')
    const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The authenticator app was switched off')
    const [row] = await db.sql<{ until: Date | null }>`
      select cooling_until as until from customers where id = ${ada.id}`
    expect(row?.until).not.toBeNull()
  })

  test('is not passed by a link in a mail, nor by a reset', async () => {
    const ada = await withApp()
    const now = bank.clock.now()
    const link = { customerId: ada.id, purpose: 'login' as const, now, minutes: 15 }
    const { token } = await db.transaction((sql) => issueLink(sql, link))
    expect(await bank.ask(tokenLogin, { token })).toEqual(refusedWith('credentials_wrong'))
    await reset(ada)
    expect((await signIn(ada)).data).toMatchObject({ code_from: 'app' })
  })
})

/** Chooses the password anew by the link of a mail. */
async function reset(who: TestCustomer) {
  await bank.ask(requestPasswordReset, { user: who.username })
  await bank.bank.background.settled()
  const mails = await bank.mailTo(who.email)
  const buffer = mails.map(linkIn).find((link) => link !== '') ?? ''
  const both = { password: who.password, confirmPassword: who.password }
  expect((await bank.ask(resetPassword, { buffer, ...both })).http).toBe(200)
}

describe('backup codes', () => {
  test('are ten, each of which stands in once for the app', async () => {
    const ada = await withApp()
    const { Codes } = (await bank.ask(backupCodes, {}, ada.token)).data as { Codes: string[] }
    expect(new Set(Codes).size).toBe(10)
    const [one = '', two = ''] = Codes
    expect((await confirm(ada, one)).http).toBe(200)
    expect(await confirm(ada, one)).toEqual(wrong)
    expect((await confirm(ada, two.toUpperCase())).http).toBe(200)
    const mails = await bank.mailTo(ada.email)
    const told = mails.find(({ subject }) => subject === 'A backup code was used')
    expect(told?.text).toContain('You have 8 left')
    // New ones void the others, and another customer's never worked.
    const eve = await withApp()
    expect(await confirm(eve, Codes[2] ?? '')).toEqual(wrong)
    expect((await bank.ask(backupCodes, {}, ada.token)).http).toBe(200)
    expect(await confirm(ada, Codes[3] ?? '')).toEqual(wrong)
  })

  test('are for those who have an app or a passkey', async () => {
    const ada = await bank.customer()
    expect(await bank.ask(backupCodes, {}, ada.token)).toEqual(
      refusedWith('no_second_step', {
        message: 'Backup codes need an authenticator app or a passkey',
      }),
    )
    const kept = await db.sql`select 1 from backup_codes where customer_id = ${ada.id}`
    expect(kept).toEqual([])
  })
})

test('after a reset by mail a customer with a passkey comes in with it, or a backup code', async () => {
  const ada = await bank.customer()
  const key = softwarePasskey()
  const options = (await bank.ask(passkeyOptions, { use: 'add' }, ada.token)).data
  const credential = key.create(options as { challenge: string })
  await bank.ask(addPasskey, { name: 'Phone', credential }, ada.token)
  const { Codes } = (await bank.ask(backupCodes, {}, ada.token)).data as { Codes: string[] }
  const now = bank.clock.now()
  const link = { customerId: ada.id, purpose: 'login' as const, now, minutes: 15 }
  const { token } = await db.transaction((sql) => issueLink(sql, link))
  expect(await bank.ask(tokenLogin, { token })).toEqual(refusedWith('credentials_wrong'))
  expect((await signIn(ada)).data).toHaveProperty('token')
  await reset(ada)
  expect((await signIn(ada)).data).toMatchObject({ code_from: 'passkey' })
  expect(await confirm(ada, '123456')).toEqual(wrong)
  expect((await confirm(ada, Codes[0] ?? '')).http).toBe(200)
  expect((await signIn(ada)).data).toMatchObject({ code_from: 'passkey' })
  const entry = (await bank.ask(passkeyLoginOptions, {})).data as { challenge: string }
  const entered = await bank.ask(passkeyLogin, { credential: key.sign(entry) })
  // Somebody else may have chosen that password; one that is chosen inside is the customer's own.
  expect((await signIn(ada)).data).toMatchObject({ code_from: 'passkey' })
  const chosen = { old_password: ada.password, new_password: 'chosen inside 7' }
  const { token: inside } = entered.data as { token: string }
  expect((await bank.ask(savePassword, chosen, inside)).http).toBe(200)
  expect((await signIn({ ...ada, password: 'chosen inside 7' })).data).toHaveProperty('token')
})

test('an operator lets somebody in who has lost the app', async () => {
  const ada = await withApp()
  const set = (value: boolean) =>
    db.transaction((sql) =>
      setFlag(sql, { username: ada.username, flag: 'UseAuthenticator', value }),
    )
  await expect(set(true)).rejects.toThrow('Only the customer can switch this on')
  await set(false)
  expect((await signIn(ada)).data).toHaveProperty('token')
})

test('what a call to set it up must say', async () => {
  const ada = await bank.customer()
  const odd = await bank.send(totp, { use: 'x' }, { token: ada.token })
  expect(odd.json()).toMatchObject({ message: 'Choose begin, confirm or end' })
})
