import {
  addPasskey,
  askForMoney,
  backupCodes,
  beneficiaries,
  changeEmail,
  confirm2fa,
  initUser,
  login,
  messages,
  notifications,
  orderStanding,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  passkeys,
  paymentRequests,
  readLimits,
  reauthenticate,
  requestOtp,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  saveBeneficiary,
  saveBiller,
  savedBills,
  saveLimits,
  saveUndo,
  signup,
  standingOrders,
  toggle2fa,
  tokenLogin,
  totp,
  transferLocal,
  type User,
  undoEmail,
  verifyEmail,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { appCode } from '#testing/app-code.ts'
import { byLength } from '#testing/length.ts'
import { type SoftwarePasskey, softwarePasskey } from '#testing/software-passkey.ts'
import {
  type Answer,
  answerOf,
  codeIn,
  refusedWith,
  signUpForm,
  type TestCustomer,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// What somebody gets by signing up with another's address, and what its owner can do about it.
const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const hourMs = 3_600_000
const nextYear = () =>
  new Date(t.clock.now().getTime() + 365 * 24 * hourMs).toISOString().slice(0, 10)
type Challenge = { challenge: string }

const newAddress = () => `owner-${crypto.randomUUID()}@victim.example`
const signUp = async (changes: Record<string, string>) =>
  answerOf(await t.send(signup, signUpForm(changes)))
const enter = async ({ username }: Pick<TestCustomer, 'username'>, password: string) =>
  (await t.ask(login, { username, password })).data as { token?: string; buffer?: string }
const linkTo = async (address: string, kind: string) => {
  const pattern = new RegExp(`/${kind}/([\\w-]{43})`)
  return (await t.mailTo(address)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
}
const userOf = async (token: string) =>
  ((await t.ask(initUser, {}, token)).data as { user: User & { Verifiedemail: boolean } }).user
const titlesOf = async (token: string) => {
  const { data } = await t.ask(notifications, { page: '1' } as never, token)
  return (data as { List: { Title: string }[] }).List.map(({ Title }) => Title)
}

async function askReset(user: string): Promise<void> {
  await t.ask(requestPasswordReset, { user })
  await t.bank.background.settled()
}

async function resetByMail(user: string, password: string, mailedTo = user): Promise<void> {
  await askReset(user)
  const buffer = await linkTo(mailedTo, 'reset-password')
  const form = { buffer, password, confirmPassword: password }
  expect((await t.ask(resetPassword, form)).http).toBe(200)
}

async function addKey(token: string): Promise<SoftwarePasskey> {
  const key = softwarePasskey()
  const options = (await t.ask(passkeyOptions, { use: 'add' }, token)).data as Challenge
  const added = await t.ask(addPasskey, { name: 'Key', credential: key.create(options) }, token)
  expect(added.http).toBe(200)
  return key
}
const signInWith = async (key: SoftwarePasskey) => {
  const options = (await t.ask(passkeyLoginOptions, {})).data as Challenge
  return t.ask(passkeyLogin, { credential: key.sign(options) })
}

const bob = await t.customer()
const squatter = (changes: object = {}) =>
  t.customer({ verified: false, pin: '4821', flags: { UseOtp: false }, ...changes })

/** Everything that a customer can set up. */
async function setUp(who: TestCustomer) {
  const ok = async (answer: Promise<Answer>) =>
    expect(JSON.stringify(await answer)).toContain('"http":200')
  const { token, account } = who
  const key = await addKey(token)
  const { Secret } = (await t.ask(totp, { use: 'begin' }, token)).data as { Secret: string }
  await ok(t.ask(totp, { use: 'confirm', code: appCode(Secret, t.clock.now()) }, token))
  await ok(t.ask(backupCodes, {}, token))
  const money = { source_account: account.publicId, amount: '5.00', pin: '4821' }
  const payee = { acc_number: bob.account.number, acc_name: bob.name }
  const order = { ...money, ...payee, kind: 'local', every: 'monthly', date: nextYear() }
  await ok(t.ask(orderStanding, order as never, token))
  const bill = { biller: 'Netflix Inc', accountName: 'x@example.org', type: 'recurring' }
  const date = t.clock.now().toISOString().slice(0, 10)
  const paid = { ...bill, account: account.publicId, amount: '9.00', date }
  await ok(t.ask(saveBiller, paid as never, token))
  await ok(
    t.ask(
      saveBeneficiary,
      {
        type: 'local transfer',
        account_number: bob.account.number,
        account_name: bob.name,
      } as never,
      token,
    ),
  )
  await ok(
    t.ask(askForMoney, { account: account.publicId, amount: '7.00', note: 'x' } as never, token),
  )
  await ok(t.ask(saveLimits, { per_day: '1.00', per_transfer: '1.00' } as never, token))
  await ok(t.ask(saveUndo, { undo_seconds: '0' }, token))
  return { key, Secret }
}

// shows D167
describe('a reset by the owner of an address that somebody else signed up with', () => {
  test('lets the owner in, and takes away all that was set up; the money stays', async () => {
    const eve = await squatter({ balance: '90.00' })
    const { key } = await setUp(eve)
    const loginLink = await linkTo(eve.email, 'user-login')
    await resetByMail(eve.email, 'a quiet river bend')
    // The squatter: session, password, passkey, login link and proof link.
    expect((await t.ask(initUser, {}, eve.token)).http).toBe(401)
    expect(await enter(eve, eve.password)).toBeUndefined()
    expect((await signInWith(key)).code).toBe('passkey_refused')
    expect((await t.ask(tokenLogin, { token: loginLink })).http).toBe(422)
    // The owner.
    const { token = '' } = await enter(eve, 'a quiet river bend')
    const user = await userOf(token)
    expect(user).toMatchObject({ Verifiedemail: true, has_pin: false, UseAuthenticator: false })
    expect(user.Accounts).toMatchObject([{ AvailableBalance: '90.00' }])
    const listed = async (call: Parameters<typeof t.ask>[0], input = {}) =>
      JSON.stringify((await t.ask(call, input as never, token)).data)
    expect(await listed(passkeys)).toContain('"List":[]')
    expect((await t.ask(standingOrders, {}, token)).data).toMatchObject([{ State: 'ended' }])
    expect(await listed(savedBills)).toBe('[]')
    expect(await listed(beneficiaries)).toBe('[]')
    expect((await t.ask(paymentRequests, {}, token)).data).toMatchObject({
      List: [{ State: 'cancelled' }],
    })
    expect((await t.ask(readLimits, {}, token)).data).toMatchObject({
      PerDay: null,
      PerTransfer: null,
    })
    expect(await db.sql`select state from cards where customer_id = ${eve.id}`).toEqual([
      { state: 'frozen' },
    ])
    expect(await t.findings()).toEqual([])
  })

  test('takes away once: who has proven the address keeps what is set up from then on', async () => {
    const eve = await squatter()
    await resetByMail(eve.email, 'a quiet river bend')
    const { token = '' } = await enter(eve, 'a quiet river bend')
    const key = await addKey(token)
    await resetByMail(eve.email, 'another river bend')
    expect((await signInWith(key)).http).toBe(200)
  })

  test('puts back the address it went to, where the squatter has moved on, and voids the way back', async () => {
    const [eve, second] = [await squatter(), newAddress()]
    await t.ask(changeEmail, { newEmail: second }, eve.token)
    await askReset(eve.username)
    const buffer = await linkTo(eve.email, 'reset-password')
    const password = 'a quiet river bend'
    const form = { buffer, password, confirmPassword: password }
    expect(await t.ask(resetPassword, form)).toMatchObject({ http: 200 })
    const { token = '' } = await enter(eve, password)
    expect(await userOf(token)).toMatchObject({ Email: eve.email, Verifiedemail: true })
    await askReset(second)
    expect(await linkTo(second, 'reset-password')).toBe('')
    const proof = await linkTo(second, 'verify-email')
    expect((await t.ask(verifyEmail, { token: proof }, token)).code).toBe('link_invalid')
    const undo = await linkTo(eve.email, 'undo-email')
    expect((await t.ask(undoEmail, { token: undo })).code).toBe('link_invalid')
  })

  test('takes away as much where the squatter proved another address, and the owner called the change back', async () => {
    const [eve, own] = [await squatter(), newAddress()]
    const key = await addKey(eve.token)
    await t.ask(changeEmail, { newEmail: own }, eve.token)
    const proof = await linkTo(own, 'verify-email')
    expect((await t.ask(verifyEmail, { token: proof }, eve.token)).http).toBe(200)
    const undo = await linkTo(eve.email, 'undo-email')
    expect((await t.ask(undoEmail, { token: undo })).http).toBe(200)
    await resetByMail(eve.email, 'a quiet river bend')
    expect((await signInWith(key)).code).toBe('passkey_refused')
    const { token = '' } = await enter(eve, 'a quiet river bend')
    expect(await userOf(token)).toMatchObject({ Email: eve.email, Verifiedemail: true })
    expect(await titlesOf(token)).toContain('What was set up before is gone')
  })

  test('comes by address also where somebody without one is called by it', async () => {
    const ada = await t.customer()
    const eve = await t.customer()
    await db.sql`
      update customers set username = ${ada.email}, username_key = lower(${ada.email}),
        email = '', email_key = null where id = ${eve.id}`
    await askReset(ada.email)
    expect(await linkTo(ada.email, 'reset-password')).not.toBe('')
  })

  test('looks at every table that says whose a row is', async () => {
    const tables = await db.sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.column_name in ('customer_id', 'owner_id')
        and t.table_type = 'BASE TABLE'
      order by 1`
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(fates).sort())
  })
})

// shows D167
describe('the link that proves an address', () => {
  const prove = (token: string, more: object = {}, session?: string) =>
    t.ask(verifyEmail, { token, ...more }, session)

  test('in a session of the customer, of whatever browser, keeps all that was set up', async () => {
    const ada = await squatter({ balance: '90.00' })
    const { key } = await setUp(ada)
    t.clock.advance(10 * 60_000)
    expect((await prove(await linkTo(ada.email, 'verify-email'), {}, ada.token)).http).toBe(200)
    expect(await userOf(ada.token)).toMatchObject({ Verifiedemail: true, has_pin: true })
    expect((await t.ask(standingOrders, {}, ada.token)).data).toMatchObject([{ State: 'active' }])
    expect((await signInWith(key)).http).toBe(200)
  })

  test('elsewhere asks for the password, and a wrong one spends nothing', async () => {
    const ada = await squatter()
    const token = await linkTo(ada.email, 'verify-email')
    const needed = refusedWith('proof_needed', {
      message: 'Enter your password to confirm that this address is yours',
    })
    expect(await prove(token)).toEqual(needed)
    expect(await prove(token, {}, 'x'.repeat(43))).toEqual(needed)
    expect(await prove(token, {}, bob.token)).toEqual(needed)
    expect(await prove(token, { password: 'not hers' })).toMatchObject({
      ...{ code: 'password_wrong', field: 'password' },
      message: messages.currentPasswordWrong,
    })
    expect((await userOf(ada.token)).Verifiedemail).toBe(false)
    expect((await prove(token, { password: ada.password })).http).toBe(200)
    expect(await userOf(ada.token)).toMatchObject({ Verifiedemail: true, has_pin: true })
    expect((await prove(token, { password: ada.password })).code).toBe('link_invalid')
  })

  test('asks for it also where a link of the same mail has just signed its reader in', async () => {
    const eve = await squatter()
    const entered = await t.ask(tokenLogin, { token: await linkTo(eve.email, 'user-login') })
    const { token: session } = entered.data as { token: string }
    const link = await linkTo(eve.email, 'verify-email')
    expect((await prove(link, {}, session)).code).toBe('proof_needed')
    // Whoever knows the password besides is who signed up.
    expect((await t.ask(reauthenticate, { password: eve.password }, session)).http).toBe(200)
    expect((await prove(link, {}, session)).http).toBe(200)
  })

  test('lets its reader take the address off a customer whom they are not, and sign up', async () => {
    const eve = await squatter({ balance: '90.00' })
    const login = await linkTo(eve.email, 'user-login')
    const link = await linkTo(eve.email, 'verify-email')
    await askReset(eve.email)
    const reset = await linkTo(eve.email, 'reset-password')
    expect((await signUp({ email: eve.email })).code).toBe('email_taken')
    expect((await prove(link, { disown: 'true' })).http).toBe(200)
    expect((await prove(link, { disown: 'true' })).code).toBe('link_invalid')
    expect((await signUp({ email: eve.email })).http).toBe(200)
    // The one who signed up first goes on, without an address, and is told.
    expect(await userOf(eve.token)).toMatchObject({
      ...{ Email: '', Verifiedemail: false, has_pin: true },
      Accounts: [{ AvailableBalance: '90.00' }],
    })
    expect((await titlesOf(eve.token))[0]).toBe('Your e-mail address is no longer yours')
    expect((await t.ask(tokenLogin, { token: login })).http).toBe(422)
    const form = { buffer: reset, password: 'a quiet river bend' }
    const chosen = await t.ask(resetPassword, { ...form, confirmPassword: form.password })
    expect(chosen.code).toBe('reset_link_invalid')
  })

  test('takes no address off a customer who has proven it', async () => {
    const ada = await squatter()
    const link = await linkTo(ada.email, 'verify-email')
    await resetByMail(ada.email, 'a quiet river bend')
    expect((await prove(link, { disown: 'true' })).code).toBe('link_invalid')
    const eve = await squatter()
    await db.sql`update customers set email_verified = true where id = ${eve.id}`
    const late = await prove(await linkTo(eve.email, 'verify-email'), { disown: 'true' })
    expect(late.code).toBe('link_invalid')
  })

  test('of a customer who had another address before is as careful, and leaves the old one', async () => {
    const [eve, owner] = [await t.customer({ pin: '4821' }), newAddress()]
    await t.ask(changeEmail, { newEmail: owner }, eve.token)
    const link = await linkTo(owner, 'verify-email')
    expect((await prove(link)).code).toBe('proof_needed')
    expect((await prove(link, { disown: 'true' })).http).toBe(200)
    expect((await signUp({ email: owner })).http).toBe(200)
    await askReset(eve.username)
    expect(await linkTo(eve.email, 'reset-password')).not.toBe('')
    expect(await linkTo(owner, 'reset-password')).toBe('')
  })

  test('used twice at once, by the customer and by one who disowns it, works once', async () => {
    for (let nth = 0; nth < byLength(20, 4); nth += 1) {
      const ada = await squatter()
      const link = await linkTo(ada.email, 'verify-email')
      const answers = await Promise.all([
        prove(link, {}, ada.token),
        prove(link, { disown: 'true' }),
      ])
      expect(answers.map(({ http }) => http).sort()).toEqual([200, 422])
      const isHers = answers[0]?.http === 200
      expect(await userOf(ada.token)).toMatchObject({
        ...{ Email: isHers ? ada.email : '', Verifiedemail: isHers },
      })
    }
  })
})

// shows D167
describe('an address that nobody has proven', () => {
  const day = 24 * hourMs

  test('is free for a new sign-up after a day, and not before', async () => {
    const eve = await squatter()
    t.clock.advance(day - 60_000)
    expect((await signUp({ email: eve.email })).code).toBe('email_taken')
    t.clock.advance(60_000)
    const proof = await linkTo(eve.email, 'verify-email')
    const made = signUpForm({ email: eve.email.toUpperCase() })
    expect((await t.send(signup, made)).statusCode).toBe(200)
    // The link of before is of a customer who has no address any more.
    for (const more of [{ password: eve.password }, { disown: true }, {}]) {
      expect((await t.ask(verifyEmail, { token: proof, ...more })).code).toBe('link_invalid')
    }
    // A reset goes to the one who has it now, and is of their account.
    const username = made.username ?? ''
    await resetByMail(eve.email, 'a quiet river bend')
    expect(await enter({ username }, 'a quiet river bend')).toHaveProperty('token')
    expect(await enter(eve, eve.password)).toHaveProperty('token')
  })

  test('leaves its customer signed in by username, without codes until another one is entered', async () => {
    const eve = await squatter({ balance: '90.00', flags: { UseOtp: true } })
    await t.ask(toggle2fa, { login_verification: 'true' } as never, eve.token)
    t.clock.advance(day)
    expect((await signUp({ email: eve.email })).http).toBe(200)
    const mails = (await t.mailTo(eve.email)).length
    const { token = '' } = await enter(eve, eve.password)
    expect((await titlesOf(token))[0]).toBe('Your e-mail address is no longer yours')
    expect(await t.ask(requestOtp, { pin: '4821' }, token)).toEqual(
      refusedWith('no_address', {
        message: 'There is no e-mail address to send a code to. Enter yours in your profile',
      }),
    )
    await askReset(eve.username)
    expect((await t.ask(resendVerification, {}, token)).http).toBe(200)
    expect(await t.mailTo('')).toEqual([])
    expect((await t.mailTo(eve.email)).length).toBe(mails)
    const own = newAddress()
    expect((await t.ask(changeEmail, { newEmail: own }, token)).http).toBe(200)
    expect(await t.mailTo('')).toEqual([])
    expect((await t.ask(requestOtp, { pin: '4821' }, token)).http).toBe(200)
    const subjects = (await t.mailTo(own)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your transfer code', 'Confirm your e-mail address'])
    const proof = await linkTo(own, 'verify-email')
    expect((await t.ask(verifyEmail, { token: proof }, token)).http).toBe(200)
  })

  test('stays where a code that was mailed to it has come back, at a transfer or a sign-in', async () => {
    const ada = await squatter({ balance: '90.00', flags: { UseOtp: true } })
    const order = { source_account: ada.account.publicId, amount: '5.00', pin: '4821' }
    const payee = { acc_number: bob.account.number, acc_name: bob.name }
    await t.ask(requestOtp, { pin: '4821' }, ada.token)
    const otp = codeIn((await t.mailTo(ada.email))[0])
    const key = { 'idempotency-key': crypto.randomUUID() }
    const sent = await t.send(
      transferLocal,
      { ...order, ...payee, otp },
      { token: ada.token, headers: key },
    )
    expect(sent.statusCode).toBe(200)
    const cy = await squatter({ flags: { UseOtp: false, UseLoginVerification: true } })
    const { buffer = '' } = await enter(cy, cy.password)
    const code = codeIn((await t.mailTo(cy.email))[0])
    expect((await t.ask(confirm2fa, { buffer, otp: code })).http).toBe(200)
    t.clock.advance(30 * day)
    for (const { email } of [ada, cy]) {
      expect((await signUp({ email })).code).toBe('email_taken')
      // The owner of the mailbox gets in all the same.
      await resetByMail(email, 'a quiet river bend')
    }
    expect(await enter(ada, 'a quiet river bend')).toHaveProperty('token')
  })

  test('stays with nobody who changes it to and fro', async () => {
    const [eve, second] = [await squatter(), newAddress()]
    t.clock.advance(day)
    const token = await t.signInAgain(eve)
    expect((await t.ask(changeEmail, { newEmail: second }, token)).http).toBe(200)
    expect((await signUp({ email: eve.email })).http).toBe(200)
    expect((await t.ask(changeEmail, { newEmail: eve.email }, token)).code).toBe('invalid')
    // Another customer may have it as well, once it has been a day.
    const bobs = await t.signInAgain(bob)
    expect((await t.ask(changeEmail, { newEmail: second }, bobs)).code).toBe('invalid')
    t.clock.advance(day)
    const again = await t.signInAgain(bob)
    expect((await t.ask(changeEmail, { newEmail: second }, again)).http).toBe(200)
    expect(await userOf(await t.signInAgain(eve))).toMatchObject({ Email: '' })
    expect(await userOf(again)).toMatchObject({ Email: second })
  })

  test('of a customer who was proven at another one is given up for that', async () => {
    const [ada, second] = [await t.customer(), newAddress()]
    await t.ask(changeEmail, { newEmail: second }, ada.token)
    t.clock.advance(day)
    expect((await signUp({ email: second })).http).toBe(200)
    expect((await signUp({ email: ada.email })).code).toBe('email_taken')
    await resetByMail(ada.username, 'a quiet river bend', ada.email)
    expect(await enter(ada, 'a quiet river bend')).toHaveProperty('token')
  })

  test('a hundred sign-ups for it at once are one customer', async () => {
    const eve = await squatter()
    t.clock.advance(day)
    const answers = await Promise.all(
      Array.from({ length: byLength(100, 30) }, () => signUp({ email: eve.email })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    const others = answers.filter(({ http }) => http !== 200).map(({ code }) => code)
    for (const code of others) expect(['email_taken', 'unavailable', 'too_many']).toContain(code)
    expect(
      await db.sql`select count(*)::int4 as n from customers where email_key = ${eve.email}`,
    ).toEqual([{ n: 1 }])
    const titles = await titlesOf(await t.signInAgain(eve))
    expect(titles.filter((one) => one === 'Your e-mail address is no longer yours')).toHaveLength(1)
  })
})

/** What becomes of each kind of row at a customer's first proof by a reset. */
const fates: Record<string, 'goes' | 'ends' | 'money' | 'record' | 'label' | 'harmless'> = {
  accounts: 'money',
  authenticators: 'goes',
  backup_codes: 'goes',
  beneficiaries: 'goes',
  bills: 'ends',
  budget_checks: 'harmless',
  budgets: 'label',
  budgets_told: 'record',
  cards: 'ends',
  category_rules: 'label',
  devices: 'goes',
  documents: 'record',
  inboxes: 'record',
  ledger_accounts: 'money',
  ledger_keys: 'record',
  ledger_old_keys: 'record',
  links: 'ends',
  loans: 'money',
  login_codes: 'ends',
  movement_mails: 'record',
  movement_digests: 'record',
  notifications: 'record',
  orders: 'ends',
  own_billers: 'goes',
  own_limits: 'goes',
  paid_payees: 'record',
  passkey_approvals: 'goes',
  passkey_challenges: 'goes',
  passkeys: 'goes',
  payment_requests: 'ends',
  pot_moves: 'money',
  pots: 'money',
  removed_factors: 'goes',
  security_digests: 'record',
  security_events: 'record',
  sessions: 'goes',
  support_messages: 'record',
  transfer_codes: 'ends',
  transfer_days: 'record',
  transfers: 'money',
}
