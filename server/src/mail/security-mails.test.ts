import {
  changeEmail,
  saveLimits,
  savePin,
  signup,
  toggleAlert,
  transferLocal,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sendDigests } from './security-mails.ts'
import { resetMail } from './templates.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const toggle = async (token: string, times: number) => {
  for (let at = 0; at < times; at += 1) {
    const notification = at % 2 ? 'true' : 'false'
    expect((await bank.ask(toggleAlert, { notification }, token)).http).toBe(200)
  }
}
const subjects = async (address: string) =>
  (await bank.mailTo(address)).map(({ subject }) => subject)

test('alerts switched 150 times are four mails and then one digest', async () => {
  const ada = await bank.customer()
  const before = (await subjects(ada.email)).length
  await toggle(ada.token, 150)
  expect((await subjects(ada.email)).length - before).toBe(4)
  expect(await sendDigests(bank.bank)).toBe(0)
  bank.clock.advance(3_601_000)
  expect((await Promise.all([1, 2, 3].map(() => sendDigests(bank.bank)))).sort()).toEqual([0, 0, 1])
  const [digest] = await bank.mailTo(ada.email)
  expect((await subjects(ada.email)).length - before).toBe(5)
  expect(digest?.subject).toBe('More changes to your profile')
  expect(digest?.text).toContain('Transaction alerts were switched on (73 times)')
  expect(digest?.text).toContain('Transaction alerts were switched off (73 times)')
  expect(await sendDigests(bank.bank)).toBe(0)
  const token = await bank.signInAgain(ada)
  await toggle(token, 2)
  expect((await subjects(ada.email)).length - before).toBe(7)
})

test('nothing that is switched to and fro drowns what matters', async () => {
  const ada = await bank.customer()
  await toggle(ada.token, 40)
  for (let nth = 0; nth < 40; nth += 1) {
    const per_day = String(5000 - nth)
    expect((await bank.ask(saveLimits, { per_day }, ada.token)).http).toBe(200)
  }
  const pin = { newPin: '4821', password: ada.password }
  expect((await bank.ask(savePin, pin, ada.token)).http).toBe(200)
  const [newest, ...before] = await subjects(ada.email)
  expect(newest).toBe('Your PIN was saved')
  expect(before.filter((one) => one === 'Your limits were lowered')).toHaveLength(2)
  const notices = await db.sql<{ title: string; times: number }>`
    select title, count(*)::int4 as times from notifications
    where customer_id = ${ada.id} and title not like 'Welcome%'
    group by title order by title collate "C"`
  expect(notices).toEqual([
    { title: 'Transaction alerts were switched off', times: 10 },
    { title: 'Transaction alerts were switched on', times: 10 },
    { title: 'Your PIN was saved', times: 1 },
    { title: 'Your limits were lowered', times: 10 },
  ])
  const lines = await db.sql<{ kind: string; times: number }>`
    select kind, count(*)::int4 as times from security_events where customer_id = ${ada.id}
    group by kind order by kind`
  expect(lines).toEqual([
    { kind: 'alerts_off', times: 1 },
    { kind: 'alerts_on', times: 1 },
    { kind: 'limits_lowered', times: 1 },
    { kind: 'pin_saved', times: 1 },
  ])
})

test('for days after a change of the address the digest goes to both, as each mail before it', async () => {
  const ada = await bank.customer()
  const moved = `moved-${crypto.randomUUID()}@example.org`
  expect((await bank.ask(changeEmail, { newEmail: moved }, ada.token)).http).toBe(200)
  const text = (await bank.mailTo(moved))[0]?.text ?? ''
  const token = /verify-email\/([\w-]{43})/.exec(text)?.[1] ?? ''
  expect((await bank.ask(verifyEmail, { token }, ada.token)).http).toBe(200)
  await toggle(ada.token, 10)
  bank.clock.advance(3_601_000)
  await sendDigests(bank.bank)
  for (const address of [ada.email, moved]) {
    const told = await subjects(address)
    expect(told.filter((one) => one === 'More changes to your profile')).toHaveLength(1)
    expect(told.filter((one) => one.startsWith('Transaction alerts were'))).toHaveLength(4)
  }
})

test('what one customer does takes no mail from another', async () => {
  const [ada, bob] = [await bank.customer(), await bank.customer()]
  await toggle(ada.token, 20)
  await toggle(bob.token, 1)
  expect((await subjects(bob.email))[0]).toBe('Transaction alerts were switched off')
})

test('an address that nobody has proven hears welcome and what was asked for, nothing else', async () => {
  const stranger = await bank.customer({ verified: false, balance: '50.00' })
  const bob = await bank.customer({ pin: '4821', balance: '50.00', flags: { UseOtp: false } })
  await toggle(stranger.token, 30)
  await toggle(stranger.token, 2)
  const pin = { newPin: '4821', password: stranger.password }
  expect((await bank.ask(savePin, pin, stranger.token)).http).toBe(200)
  const order = {
    source_account: bob.account.publicId,
    amount: '5.00',
    acc_number: stranger.account.number,
    acc_name: stranger.name,
    pin: '4821',
  }
  expect((await bank.ask(transferLocal, order, bob.token)).http).toBe(200)
  await bank.told()
  bank.clock.advance(3_601_000)
  await sendDigests(bank.bank)
  expect(await subjects(stranger.email)).toEqual([expect.stringMatching(/^Welcome to /)])
  // The sender, whose address is proven, is told as before.
  expect((await subjects(bob.email))[0]).not.toMatch(/^Welcome/)
})

test('a name that reads as an address is refused at sign-up, and greets nobody', async () => {
  const links = [
    'LOCKED! Unlock: https://evil.example/x',
    'Visit evil.example',
    'www.evil',
    'ｅｖｉｌ．ｃｏｍ',
    'me@evil',
    'evil/x',
    'evil\\x',
  ]
  for (const name of links) {
    for (const [field, message] of [
      ['firstName', 'Enter your legal first name'],
      ['lastName', 'Enter your legal last name'],
    ] as const) {
      const form = signUpForm({ [field]: name })
      expect(await bank.ask(signup, form as never), name).toMatchObject({
        http: 422,
        field,
        message,
      })
      expect(await subjects(form.email ?? '')).toEqual([])
    }
    // Somebody who has been called so since before the rule.
    const { text, html } = resetMail(
      { email: 'x@example.com', firstName: name, isProven: true },
      'https://bank.example/reset',
      new Date(),
    )
    expect(text).toMatch(/^Hello,\n/)
    expect(text + html).not.toContain(name)
  }
  for (const name of ['Ayşe Nur', 'O’Brien', 'J. R. R.', 'St. John', 'Anne-Marie', 'Jr.']) {
    expect((await bank.ask(signup, signUpForm({ firstName: name }) as never)).http, name).toBe(200)
  }
})
