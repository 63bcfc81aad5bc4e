import {
  askForMoney,
  changeEmail,
  createAccount,
  login,
  orderStanding,
  requestOtpByForm,
  requestPasswordReset,
  resendVerification,
  signup,
  support,
  toggleAlert,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { pinHmac } from '#auth/secrets.ts'
import * as notices from '#mail/notices.ts'
import * as templates from '#mail/templates.ts'
import { signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

/** What the customer writes everywhere, by names that are let in and by names of before the rule. */
const word = 'Zarathud'
const link = `LOCKED ${word}: https://evil.example/x`

type Mail = { subject: string; text: string; html: string }
const mailsTo = (...addresses: string[]) =>
  db.sql<Mail>`select subject, text, html from mails where to_key = any(${addresses}) order by id`

/** Whose words a mail has: none of the customer's, and no link but the bank's own. */
function expectOwnWords({ subject, text, html }: Mail): void {
  for (const part of [subject, text, html]) {
    expect(part).not.toMatch(new RegExp(`${word}|evil|LOCKED`, 'i'))
    const links = [...part.matchAll(/\w+:\/\/[^\s"<]+/g)].map(([found]) => found)
    for (const found of links) expect(found).toMatch(/^http:\/\/localhost:3000\//)
  }
}

// shows D164
test('a stranger whose address somebody signed up with reads no word that a customer wrote', async () => {
  const form = signUpForm({ firstName: word, lastName: word })
  const { username = '', password = '', email = '' } = form
  const moved = `moved-${email}`
  expect((await bank.ask(signup, form as never)).http).toBe(200)
  const [{ id } = { id: 0n }] = await db.sql<{ id: bigint }>`
    select id from customers where username = ${username}`
  const thief = await bank.customer({ firstName: word, lastName: 'Evil', balance: '50.00' })
  await db.sql`
    update customers set use_otp = true, crypto_payment = true,
      pin_hmac = ${pinHmac(bank.bank.config.secretKey, id, '4821')}, first_name = ${link}
    where id = ${id}`
  await db.sql`update accounts set name = ${link} where owner_id = ${id}`
  const token = await bank.signInAgain({ id })
  const opened = { accountType: 'savings', currency: 'usd', accountName: word } as const
  expect((await bank.ask(createAccount, opened, token)).http).toBe(200)
  const own = await db.sql<{ id: string; number: string }>`
    select l.public_id as id, a.number from accounts a
    join ledger_accounts l on l.id = a.account_id where a.owner_id = ${id} order by a.number`
  const [source, target] = own
  const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const payees = [
    ...own.flatMap((one) => [`own:${one.id}`, one.id]).slice(0, 2),
    `own:${target?.id}`,
    `local:${thief.account.number}`,
    thief.account.number,
    `bank:1234567 at "N26" for "${link}"`,
    `wire:1234567 at "${link}" (COBADEFF) for "${word}"`,
    `bill:"${link}" for "${word}", on 2030-01-01`,
    `loan:6 months at 12% ${word}`,
    `repay:${word}`,
    `autorepay:${word}`,
    `bitcoin:${wallet}`,
    `card:4242 of "${word}", 12/40`,
    `standing:every month from 2030-01-01; own:${target?.id}`,
    `standing:on 2030-01-01; wire:1234567 at "${link}" (COBADEFF) for "${word}"`,
    `${word}`,
    link,
    '',
  ]
  const card_number = '4242424242424242'
  let codes = 0
  for (const to of payees) {
    const asked = { pin: '4821', source_account: source?.id ?? '', amount: '1.00', to, card_number }
    codes += (await bank.ask(requestOtpByForm, asked as never, token)).http === 200 ? 1 : 0
  }
  expect(codes).toBe(payees.length)
  await orderNamed(id, source?.id ?? '', target?.number ?? '', token)

  // Everything else that makes a bank write.
  await bank.ask(toggleAlert, { notification: 'true' }, token)
  await bank.ask(askForMoney, { account: source?.id, amount: '5.00', note: link } as never, token)
  await bank.ask(support, { email, subject: link, content: `${link} and more` }, token)
  await bank.ask(requestPasswordReset, { user: email })
  for (const nth of [1, 2]) {
    await bank.send(login, { username, password }, { address: `10.8.0.${nth}` })
  }
  await db.sql`update customers set use_login_code = true where id = ${id}`
  await bank.send(login, { username, password }, { address: '10.8.0.3' })
  const fresh = await bank.signInAgain({ id })
  expect((await bank.ask(resendVerification, {}, fresh)).http).toBe(200)
  expect((await bank.ask(changeEmail, { newEmail: moved }, fresh)).http).toBe(200)
  await bank.ask(requestPasswordReset, { user: moved })
  await bank.bank.background.settled()
  await bank.told()

  const mails = await mailsTo(email, moved)
  for (const mail of mails) expectOwnWords(mail)
  expect([...new Set(mails.map(({ subject }) => subject))].sort()).toEqual([
    'Confirm your e-mail address',
    'New sign-in',
    'Reset your password',
    'Welcome to Passbook',
    'Your e-mail address was changed',
    'Your sign-in code',
    'Your transfer code',
  ])
  const codeMails = mails.filter(({ subject }) => subject === 'Your transfer code')
  const confirmed = codeMails.map(
    ({ text }) => /^Enter this code to confirm (.*):$/m.exec(text)?.[1],
  )
  expect(confirmed).toContain(`$1.00 to ${target?.number}, an account of your own`)
  expect(confirmed).toContain(`$1.00 to ${thief.account.number} by local transfer`)
  expect(confirmed).toContain(`a loan of $1.00 to ${source?.number}`)
  expect(confirmed).toContain('$1.00 to somebody by wire transfer')
  expect(confirmed).toContain('$1.00 to a biller, as a bill')
  expect(codeMails).toHaveLength(payees.length + 1)
})

/** What an order that stands is called in the mail about its change. */
async function orderNamed(id: bigint, source: string, number: string, token: string) {
  const [target] = await db.sql<{ id: string }>`
    select l.public_id as id from accounts a join ledger_accounts l on l.id = a.account_id
    where a.number = ${number}`
  const order = {
    ...{ kind: 'own', source_account: source, amount: '1.00', pin: '4821' },
    ...{ destination_account: target?.id, every: 'monthly', date: '2030-01-01' },
  }
  await db.sql`update customers set use_otp = false where id = ${id}`
  expect(await bank.ask(orderStanding, order as never, token)).toMatchObject({ http: 200 })
  await db.sql`update customers set use_otp = true where id = ${id}`
  const [standing] = await db.sql<{ id: string }>`
    update orders set line = line || jsonb_build_object('name', ${link}::text)
    where customer_id = ${id} returning public_id as id`
  const asked = { pin: '4821', source_account: source, amount: '1.00', to: `order:${standing?.id}` }
  expect((await bank.ask(requestOtpByForm, asked, token)).http).toBe(200)
}

// shows D164
test('every kind of mail drops the name and what was written where its reader is not proven', () => {
  const reader = { email: 'stranger@victim.example', firstName: word, isProven: false }
  const at = new Date()
  const url = 'http://localhost:3000/link'
  const words = { proven: link, unproven: 'somebody' }
  const seen = { agent: 'Firefox on Linux', network: '10.0.0.0/24', at, zone: 'UTC' }
  const made: Record<string, () => Mail> = {
    loginCodeMail: () => templates.loginCodeMail(reader, '01234', at),
    transferCodeMail: () => templates.transferCodeMail(reader, '0123', at, words),
    resetMail: () => templates.resetMail(reader, url, at),
    welcomeMail: () => templates.welcomeMail(reader, 'Passbook', { login: url, verify: url }),
    verifyEmailMail: () => notices.verifyEmailMail(reader, url, at),
    emailChangedMail: () => notices.emailChangedMail(reader, url, at),
    newDeviceMail: () => notices.newDeviceMail(reader, seen, { link: url, expiresAt: at }),
    recoveryMail: () => notices.recoveryMail(reader, url, at),
    // The compiler refuses these readers; without it they still say nothing.
    securityMail: () => notices.securityMail(reader as never, 'Your PIN was saved', link),
    movementMail: () => notices.movementMail(reader as never, 'Money sent', link),
    movementDigestMail: () => notices.movementDigestMail(reader as never, [link, word]),
    digestMail: () => notices.digestMail(reader as never, [{ title: 'Changed', times: 2 }]),
  }
  for (const make of Object.values(made)) expectOwnWords(make())
  // Those to the bank's own people.
  const others = ['supportMail', 'testMail']
  const all = Object.keys({ ...templates, ...notices }).filter((name) => name.endsWith('Mail'))
  expect(all.sort()).toEqual([...Object.keys(made), ...others].sort())
})
