import { readFileSync } from 'node:fs'
import { initUser, login, messages, signup, tokenLogin, usernameFree } from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { nameKey } from '#kernel/name-key.ts'
import {
  answerOf,
  linkIn,
  refusedWith,
  signUpForm,
  type TestBank,
  testBank,
} from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { hashPassword } from './password.ts'
import { newcomers } from './queues.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const post = async (fields: Record<string, unknown>, address?: string) =>
  answerOf(await bank.send(signup, fields, address ? { address } : {}))
const customers = async () => {
  const [row] = await db.sql<{ count: bigint }>`select count(*) from customers`
  return row?.count
}

/** What is wrong with the form, in the order in which a form is read, and what is said about it. */
const wrong: [Record<string, string | undefined>, string][] = [
  [{ account_type: undefined }, messages.accountTypeMissing],
  [{ account_type: 'offshore' }, messages.accountTypeMissing],
  [{ username: undefined }, 'Make a valid username'],
  [{ username: '   ' }, 'Make a valid username'],
  [{ username: 'ab' }, 'Username is too short'],
  [{ firstName: '' }, 'Enter your legal first name'],
  [{ lastName: '' }, 'Enter your legal last name'],
  [{ lastName: 'Li' }, 'Enter your legal last name'],
  [{ phone: '' }, 'Enter your phone number'],
  [{ phone: '12345' }, 'Invalid phone number'],
  [{ phone: '++++++' }, 'Invalid phone number'],
  [{ phone: '1'.repeat(4000) }, 'Invalid phone number'],
  [{ email: '' }, 'Enter your valid email'],
  [{ email: 'a@b' }, 'Enter your valid email'],
  [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'Enter your valid email'],
  [{ occupation: '' }, 'Enter your occupation'],
  [{ dob: '2030-01-01' }, 'Select your date of birth'],
  [{ dob: '1850-01-01' }, 'Select your date of birth'],
  [{ dob: '2023-02-30' }, 'Select your date of birth'],
  [{ country: '' }, 'Country is required'],
  [{ country: 'zz' }, 'Country is required'],
  [{ country: 'USA' }, 'Country is required'],
  [{ state: '' }, 'State of residence is required'],
  [{ city: '' }, 'City of residence is required'],
  [{ sex: 'unsure' }, messages.sexInvalid],
  [{ kinname: '' }, 'Enter a valid first name'],
  [{ kinname: 'Jo' }, 'Name is too short'],
  [{ kinsurname: '' }, 'Enter a valid last name'],
  [{ kinrelaionship: '' }, 'Select relationship'],
  [{ kinrelaionship: 'neighbour' }, 'Select relationship'],
  [{ kinrelaionship: undefined, kinrelationship: 'brother' }, 'Select relationship'],
  [{ kinphone: '12345' }, 'Invalid phone number'],
  [{ kinphone: '' }, 'Invalid phone number'],
  [{ kinoccupation: '' }, 'Enter a valid occupation'],
  [{ kinaddress: '' }, 'Address is required'],
  [{ password: '' }, 'Make a hard to guess password'],
  [{ password: 'abc', confirmPassword: 'abc' }, 'The password is too short'],
  [{ confirmPassword: 'another one' }, "Passwords don't match"],
  [{ confirmPassword: undefined }, "Passwords don't match"],
]

describe('a name that people have', () => {
  test.each([
    ['Shaquille', 'O’Neill'],
    ['Jean-Luc', "d'Arc"],
    ['José', 'Şahin'],
    ['李', '司马相如'],
    ['Rashid', 'al-Rashid'],
    ['Dr. Ann', 'St. John'],
    ['ʻOkina', 'Kealiʻi'],
    ['ג׳ורג׳', 'בן־גוריון'],
    ['محمد', 'عبد الله'],
    ['امیر', 'نیک‌نژاد'],
    ['श्रीमान्', 'क्षत्रिय'],
    ['Núria', 'Gal·la'],
    ['レオナルド・ダ', 'ヴィンチ'],
    ['Tyra', 'Banks'],
    ['Robert', 'Service'],
    ['Nguyễn', 'Thị Ánh'],
    ['Zoe\u0308', 'Mu\u0308ller'],
  ])('%s %s is taken as it is', async (firstName, lastName) => {
    const form = signUpForm({ firstName, lastName })
    expect((await post(form)).http).toBe(200)
    const [kept] = await db.sql`
      select first_name, last_name from customers where username = ${form.username ?? ''}`
    expect(kept).toEqual({ first_name: firstName, last_name: lastName })
  })

  test('what nobody sees in it is taken out', async () => {
    const form = signUpForm({
      firstName: 'Bo\u200bb\u00ad',
      lastName: '\u202aSto\u2060ne\u{e0041}',
    })
    expect((await post(form)).http).toBe(200)
    const [kept] = await db.sql`
      select first_name, last_name from customers where username = ${form.username ?? ''}`
    expect(kept).toEqual({ first_name: 'Bob', last_name: 'Stone' })
  })
})

describe('a form that is not right', () => {
  test.each(wrong)('%j: %s', async (changes, message) => {
    const answer = await post({ ...signUpForm(), ...changes })
    const field = Object.keys(changes)[0] as string
    expect(answer).toEqual(refusedWith('invalid', { message, field }))
  })

  // shows §5.2
  test.each([
    [{ firstName: 'Account locked! Call +1 900 555 0199' }, 'firstName', messages.nameLetters],
    [{ middleName: 'see evil.example' }, 'middleName', messages.nameLetters],
    [{ lastName: '<b>Stone' }, 'lastName', messages.nameLetters],
    [{ lastName: '...' }, 'lastName', messages.nameLetters],
    [{ kinname: 'Ch1di' }, 'kinname', messages.nameLetters],
    [{ kinsurname: 'Okafor ✅' }, 'kinsurname', messages.nameLetters],
    [{ firstName: 'Bo\u009bb' }, 'firstName', messages.formUnreadable],
    [{ firstName: 'Passbook' }, 'firstName', messages.nameReserved],
    [{ firstName: 'Passbook', lastName: 'Security Team' }, 'firstName', messages.nameReserved],
    [{ firstName: 'Pass', lastName: 'Book' }, 'lastName', messages.nameReserved],
    [{ firstName: 'Раssbооk', lastName: 'Miller' }, 'firstName', messages.nameReserved],
    [{ firstName: 'Customer', lastName: 'Support' }, 'lastName', messages.nameReserved],
    [
      { firstName: 'Customer', middleName: 'Care', lastName: 'Line' },
      'middleName',
      messages.nameReserved,
    ],
    [{ firstName: 'Supp\u200bort', lastName: 'Miller' }, 'firstName', messages.nameReserved],
    [{ firstName: 'S.u.p.p.o.r.t', lastName: 'Miller' }, 'firstName', messages.nameReserved],
    [{ firstName: 'Ѕupport', lastName: 'Miller' }, 'firstName', messages.nameReserved],
    [{ firstName: 'Bank', lastName: 'Manager' }, 'lastName', messages.nameReserved],
  ])('%j is refused at %s: %s', async (names, field, message) => {
    const answer = await post({ ...signUpForm(), ...names })
    expect(answer).toEqual(refusedWith('invalid', { message, field }))
  })

  // shows §5.2 D13
  test('what is told of the form comes before what is said of a name', async () => {
    const form = { ...signUpForm(), firstName: 'Ada 7', kinaddress: '' }
    expect(await post(form)).toMatchObject({ message: 'Address is required' })
  })

  // shows §5.1
  // asvs 2.2.2
  test('is told its first failure, in the order of the wizard', async () => {
    const broken: Record<string, unknown> = signUpForm()
    const seen: (string | null | undefined)[] = []
    const fields = [
      ...['account_type', 'username', 'firstName', 'lastName', 'phone', 'email', 'occupation'],
      ...['country', 'state', 'city', 'kinname', 'kinsurname', 'kinrelaionship', 'kinphone'],
      ...['kinoccupation', 'kinaddress', 'password'],
    ]
    for (const field of [...fields].reverse()) {
      delete broken[field]
      seen.push((await post(broken)).message)
    }
    expect(new Set(seen).size).toBe(fields.length)
    expect(seen.at(-1)).toBe(messages.accountTypeMissing)
  })

  test('opens nothing', async () => {
    const before = await customers()
    await post({ ...signUpForm(), kinaddress: '' })
    expect(await customers()).toBe(before)
  })
})

describe('a new customer', () => {
  const form = signUpForm({ username: 'Fresh.Face', dob: '' })
  const extra = {
    currency: 'eur',
    balance: '1000000',
    Status: 'false',
    Blocked: 'true',
    Pin: '1234',
    UseLoginVerification: 'true',
    CryptoPayment: 'true',
    id: '1',
  }

  // shows §3.21 §3.24 §7.7 D16 D82 D91 D126
  test('has a usd account with nothing in it, a card and the flags of a start', async () => {
    expect(await post({ ...form, ...extra })).toEqual({ http: 200, status: 'success' })
    const signedIn = await bank.ask(login, { username: 'fresh.face', password: 'correct horse' })
    const { token } = signedIn.data as { token: string }
    const { data } = (await bank.ask(initUser, {}, token)) as unknown as { data: InitUser }
    expect(data.accounts).toHaveLength(1)
    expect(data.accounts[0]?.account).toMatchObject({
      Type: 'savings',
      Name: 'Ada Okafor',
      CurrentBalance: '0.00',
      AvailableBalance: '0.00',
      Currency: { Code: 'usd' },
    })
    expect(data.cards).toHaveLength(1)
    expect(data.user).toMatchObject({
      Dob: null,
      has_pin: false,
      Status: true,
      Blocked: false,
      UseLoginVerification: false,
      AllowUserManageLoginVerification: true,
      AllowTransfer: true,
      UseOtp: true,
      CryptoPayment: false,
      PendingTransfer: false,
      Emailnotification: true,
      LockOTP: false,
      UseCOT: false,
    })
    expect(data.unReadNotifications).toBe(1)
    expect(await bank.findings()).toEqual([])
  })

  // shows D2
  // asvs 6.4.1
  test('is welcomed by a mail whose link signs in, once', async () => {
    const [mail, ...more] = await bank.mailTo(form.email ?? '')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Welcome to Passbook')
    const token = linkIn(mail)
    const answer = await bank.ask(tokenLogin, { token })
    expect(answer).toMatchObject({ http: 200, status: 'success' })
    const session = (answer.data as { token: string }).token
    expect((await bank.ask(initUser, {}, session)).http).toBe(200)
    expect((await bank.ask(tokenLogin, { token })).http).toBe(422)
  })
})

type InitUser = {
  user: Record<string, unknown>
  accounts: { account: Record<string, unknown> }[]
  cards: unknown[]
  unReadNotifications: number
}

describe('a name that is taken', () => {
  // shows D13
  test.each([
    ['maria.kelvin', 'itself'],
    ['MARIA.Kelvin', 'case'],
    ['  maria.kelvin ', 'spaces around it'],
    ['ｍａｒｉａ.kelvin', 'width'],
    ['maria.\u212Aelvin', 'the sign for kelvin'],
    ['mar\u0131a.kelvin', 'an i without its dot'],
    ['maria\u200b.kelvin', 'an invisible space'],
    ['maria\u00ad.kelvin', 'an invisible hyphen'],
  ])('%s is refused: it differs by %s', async (username) => {
    if (username === 'maria.kelvin') await bank.customer({ username })
    const email = 'somebody.else@example.com'
    const answer = await post({ ...signUpForm({ username, email }) }, '10.1.0.1')
    expect(answer).toEqual(
      refusedWith('username_taken', { message: 'Username is not available', field: 'username' }),
    )
  })

  test.each([
    ['соре', 'Cyrillic letters'],
    ['СОРЕ', 'Cyrillic capitals'],
  ])('%s is refused: it looks like cope in %s', async (username) => {
    if (username === 'соре') await bank.customer({ username: 'cope' })
    expect(await post(signUpForm({ username, email: 'c@example.com' }), '10.1.0.6')).toEqual(
      refusedWith('username_taken'),
    )
    const asked = await bank.send(usernameFree, { username }, { address: '10.1.0.6' })
    expect(asked.json().data).toEqual({ free: false })
  })

  test('of two that look alike and come at the same moment one is refused', async () => {
    const both = ['хуро', 'xypo'].map((username, index) =>
      post(signUpForm({ username, email: `alike${index}@example.com` }), '10.1.0.7'),
    )
    expect((await Promise.all(both)).map(({ http }) => http).sort()).toEqual([200, 409])
  })

  test('looks the same to the migration as to the sign-up', () => {
    const file = new URL('../db/migrations/0038_look_alikes.sql', import.meta.url)
    const [, from = '', to = ''] =
      /'(\P{ASCII}+)',\s+'([a-z]+)'/u.exec(readFileSync(file, 'utf8')) ?? []
    expect([...from]).toHaveLength(43)
    expect(skeletonOf(from)).toBe(to)
  })

  test.each([
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['café', 'cafe\u0301'],
  ])('%s and %s are one name', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other))
  })

  // shows D13
  test('an e-mail address that is taken is refused, in any case', async () => {
    const { email } = await bank.customer()
    const answer = await post(signUpForm({ email: email.toUpperCase() }), '10.1.0.2')
    expect(answer).toEqual(refusedWith('email_taken', { field: 'email' }))
  })

  test('is told to one address twenty times an hour', async () => {
    const { username } = await bank.customer()
    const ask = () => post(signUpForm({ username, email: 'nobody@example.com' }), '10.1.0.3')
    for (let told = 0; told < 20; told += 1) expect((await ask()).http).toBe(409)
    const refused = await bank.send(signup, signUpForm(), { address: '10.1.0.3' })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(refused.json().message).toMatch(/^Too many attempts\. Try again in \d+ minutes$/)
    expect((await post(signUpForm(), '10.1.0.4')).http).toBe(200)
  })

  test('of many asked for at once, after twenty the free ones are refused like the taken', async () => {
    const { username } = await bank.customer()
    const taken = Array.from({ length: 25 }, () => signUpForm({ username }))
    const weak = { password: 'password', confirmPassword: 'password' }
    const free = Array.from({ length: 5 }, () => signUpForm(weak))
    // The free ones come behind: on a server they might overtake the last one that is told.
    const codes = async (forms: Record<string, string>[]) =>
      (await Promise.all(forms.map((form) => post(form, '10.1.0.8')))).map(({ http }) => http)
    const first = await codes(taken)
    expect(first.filter((code) => code === 409)).toHaveLength(20)
    expect(first.filter((code) => code === 429)).toHaveLength(5)
    expect(await codes(free)).toEqual(free.map(() => 429))
    expect((await post(signUpForm(weak), '10.1.0.9')).http).toBe(422)
  })
})

describe('asking whether a name is free', () => {
  const ask = async (username: string, address: string) =>
    answerOf(await bank.send(usernameFree, { username }, { address }))
  const said = (free: boolean) => ({ http: 200, status: 'success', data: { free } })

  // shows D13
  test('tells what a sign-up would, however the name is spelled', async () => {
    const { username } = await bank.customer()
    expect(await ask(`${username}-2`, '10.1.1.1')).toEqual(said(true))
    expect(await ask(username, '10.1.1.1')).toEqual(said(false))
    expect(await ask(` ${username.toUpperCase()} `, '10.1.1.1')).toEqual(said(false))
    expect(await ask('ab', '10.1.1.1')).toMatchObject({
      http: 422,
      message: 'Username is too short',
    })
  })

  test('counts with sign-ups, and leaves some to them', async () => {
    const { username } = await bank.customer()
    for (let told = 0; told < 15; told += 1) {
      expect(await ask(username, '10.1.1.2')).toEqual(said(false))
    }
    for (const name of [username, 'nobody-has-this']) {
      expect((await ask(name, '10.1.1.2')).http).toBe(429)
    }
    const taken = { ...signUpForm({ username }), email: 'nobody@example.com' }
    for (let told = 0; told < 5; told += 1) {
      expect((await post(taken, '10.1.1.2')).http).toBe(409)
    }
    expect((await post(taken, '10.1.1.2')).http).toBe(429)
    expect((await ask(username, '10.1.1.3')).http).toBe(200)
  })

  test('many times at once tells no more, and leaves some to sign-ups', async () => {
    const { username } = await bank.customer()
    const names = Array.from({ length: 50 }, (_, index) =>
      index < 45 ? username : `free-${index}`,
    )
    const answers = await Promise.all(names.map((name) => ask(name, '10.1.1.5')))
    expect(answers.filter(({ http }) => http === 200)).toEqual(Array(15).fill(said(false)))
    expect((await post(signUpForm({ username }), '10.1.1.5')).http).toBe(409)
  })

  test('ends after sixty in an hour, whatever was found', async () => {
    for (let asked = 0; asked < 60; asked += 1) {
      expect(await ask(`nobody-${asked}`, '10.1.1.4')).toEqual(said(true))
    }
    expect((await ask('nobody-60', '10.1.1.4')).http).toBe(429)
    expect((await post(signUpForm(), '10.1.1.4')).http).toBe(200)
  })
})

test('thirty people behind one address may sign up at once', async () => {
  const forms = Array.from({ length: 30 }, () => signUpForm())
  const answers = await Promise.all(forms.map((form) => post(form, '10.1.0.5')))
  expect(answers.map(({ http }) => http)).toEqual(forms.map(() => 200))
})

describe('one address', () => {
  const strict = async (signupsPerHour: number) => testBank(db, { config: { signupsPerHour } })
  const enter = async (t: TestBank, address: string, changes: Record<string, string> = {}) =>
    (await t.send(signup, signUpForm(changes), { address })).statusCode

  test('opens so many customers in an hour, and no more however many come at once', async () => {
    const t = await strict(3)
    const codes = await Promise.all(Array.from({ length: 30 }, () => enter(t, '10.1.2.1')))
    expect(codes.filter((code) => code === 200)).toHaveLength(3)
    expect(codes.filter((code) => code === 429)).toHaveLength(27)
    expect(await enter(t, '10.1.2.2')).toBe(200)
    t.clock.advance(3_600_000)
    expect(await enter(t, '10.1.2.1')).toBe(200)
    await t.stop()
  })

  test('of IPv6 is its whole /64', async () => {
    const t = await strict(1)
    expect(await enter(t, '2001:db8:0:1::1')).toBe(200)
    expect(await enter(t, '2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await enter(t, '2001:db8:0:2::1')).toBe(200)
    await t.stop()
  })

  test('has lost nothing where nobody became a customer', async () => {
    const t = await strict(1)
    const { username } = await t.customer()
    expect(await enter(t, '10.1.2.3', { username, email: 'other@example.com' })).toBe(409)
    expect(await enter(t, '10.1.2.3', { phone: '' })).toBe(422)
    expect(await enter(t, '10.1.2.3')).toBe(200)
    expect(await enter(t, '10.1.2.3')).toBe(429)
    await t.stop()
  })

  test('and all others that flood the sign-up keep nobody from signing in', async () => {
    const { username, password } = await bank.customer()
    // A slow one and as many behind it as may wait: all the room that sign-ups have.
    const cost = { memory: 47_104, passes: 16, parallelism: 1, tagLength: 32 }
    const turn = { line: newcomers, network: '10.1.3.1' }
    const slow = hashPassword('flood', turn, cost)
    const quick = { ...cost, memory: 8, passes: 1 }
    const behind = Array.from({ length: 40 }, () => hashPassword('flood', turn, quick))
    const flood = Promise.allSettled([slow, ...behind])
    expect(await enter(bank, '10.1.3.1')).toBe(503)
    // Nor from signing up: a network that has nobody in the queue gets a place of the largest crowd.
    expect(await enter(bank, '10.1.3.2')).toBe(200)
    expect((await bank.ask(login, { username, password })).http).toBe(200)
    const turned = (await flood).map(({ status }) => status)
    expect(turned.filter((status) => status === 'rejected')).toHaveLength(1)
    expect(await enter(bank, '10.1.3.1')).toBe(200)
  })
})

// shows D110
test('a bank may take shorter last names, and still says what else is wrong in its order', async () => {
  const relaxed = await testBank(db, { config: { lastNameMin: 2 } })
  const ask = async (lastName: string, changes: Record<string, string> = {}) =>
    answerOf(await relaxed.send(signup, { ...signUpForm({ lastName }), ...changes }))
  const message = 'Enter your legal last name'
  const refused = refusedWith('invalid', { message, field: 'lastName' })
  expect(await ask('O', { phone: '' })).toEqual(refused)
  expect(await ask('  ')).toEqual(refused)
  expect(await ask('Li', { phone: '' })).toMatchObject({ message: 'Enter your phone number' })
  expect(await ask('Li', { username: 'ping.li' })).toEqual({ http: 200, status: 'success' })
  const [made] = await db.sql`select last_name as name from customers where username = 'ping.li'`
  expect(made).toEqual({ name: 'Li' })
  await relaxed.stop()
})
