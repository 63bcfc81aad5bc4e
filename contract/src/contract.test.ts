import { describe, expect, test } from 'vitest'
import { callNotes, calls } from './calls.ts'
import {
  accountTypes,
  banks,
  beneficiaryTypes,
  billers,
  check,
  countries,
  currencies,
  currencyCodes,
  decodeSymbol,
  initUser,
  limits,
  login,
  otherBankOrder,
  relationships,
  saveBeneficiary,
  saveBiller,
  savePin,
  signup,
  signupKin,
  signupPersonal,
  slotsOf,
  toggle2fa,
  transactions,
  transferLocal,
  transferOwn,
  wireOrder,
} from './index.ts'

/** Section 7 of the specification, as it spells its paths. */
const section7 = [
  'POST login',
  'GET init-user',
  'POST signup',
  'GET request-password-reset',
  'GET confirm-reset/{buffer}',
  'POST reset-password/{buffer}',
  'POST confirm-2fa/{buffer}',
  'GET token-login/{token}',
  'GET transactions/{accountId}',
  'GET acount-overview/{accountId}',
  'GET transaction-receipt/{transactionId}',
  'POST account',
  'GET crypto-currency/bitcoin',
  'POST init-deposit/bitcoin',
  'GET beneficiaries',
  'POST beneficiaries',
  'GET resolve-account/{accountNumber}',
  'GET request-otp/{pin}',
  'POST transfer/local',
  'POST transfer/own-account',
  'POST transfer/card',
  'POST transfer/crypto',
  'POST transfer/',
  'POST loan',
  'POST biller',
  'GET biller',
  'GET billers',
  'POST change-email',
  'POST save-password',
  'POST save-pin',
  'POST toggle-2fa',
  'POST toggle-alert',
  'POST support',
]
// shows §7.4 §7.5 §7.7 §7.8 §7.9 §7.10 §7.11 §7.12 §7.13 §7.15 §7.16 §7.17 §7.18 §7.19 §7.20 §7.21
// shows §7.22 §7.23 §7.24 §7.25 §7.26 §7.27 §7.28 §7.29 §7.30 §7.31 §7.32 §7.33 §7.34 §7.35 §7.36
// shows §7.37
test('the contract has every call of section 7, and marks those it adds as additive', () => {
  const told = Object.entries(calls).filter(([name]) => !callNotes[name]?.additive)
  const known = told.map(([, { method, path }]) => `${method} ${path}`)
  expect(known.sort()).toEqual([...section7].sort())
})

// shows §6.2
test('a call is for anybody or for a customer: there is no other role', () => {
  const access = Object.values(calls).map((call) => call.access as string)
  expect(new Set(access)).toEqual(new Set(['public', 'customer']))
})

test('every slot of a path is a field of its request', () => {
  for (const call of Object.values(calls)) {
    for (const slot of slotsOf(call.path)) {
      const wanted = check(call.request, {})
      expect(wanted.ok, `${call.path} needs ${slot}`).toBe(false)
    }
  }
})

describe('lists', () => {
  // shows §3.14 §3.16 §3.22 §3.32 §3.33 §9.16 §9.29 §9.31 D124
  test('have the sizes of the specification', () => {
    expect(accountTypes).toHaveLength(7)
    expect(currencyCodes).toEqual(['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn'])
    expect(relationships).toHaveLength(12)
    expect(billers).toEqual([
      'Amazon Prime',
      'Apple Inc',
      'Netflix Inc',
      'AT&T Inc',
      'Meta Platforms',
    ])
    expect(beneficiaryTypes).toEqual(['local transfer', 'other banks', 'wire transfer'])
    expect(new Set(banks).size).toBe(40)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249)
    expect(countries.every(({ code }) => /^[a-z]{2}$/.test(code))).toBe(true)
  })

  // shows §3.6 D101
  test('symbols are encoded on the wire and decoded by table', () => {
    const shown = currencyCodes.map((code) => decodeSymbol(currencies[code].symbol))
    expect(shown).toEqual(['$', '€', '£', '₽', '₺', 'AED\u00a0', 'R', '₦'])
    expect(currencyCodes.every((code) => currencies[code].symbol.includes('&'))).toBe(true)
    expect(decodeSymbol('<img src=x onerror=alert(1)>&lt;')).toBe(
      '<img src=x onerror=alert(1)>&lt;',
    )
  })
})

describe('the first failing check wins', () => {
  const first = (schema: Parameters<typeof check>[0], values: object) => {
    const result = check(schema, values)
    return result.ok ? 'ok' : result.message
  }

  // shows §5.2 §5.3 §5.4
  test('login', () => {
    expect(first(login.request, {})).toBe('Invalid username')
    expect(first(login.request, { username: 'a' })).toBe('Invalid password')
    expect(first(login.request, { username: 'a', password: 'abc' })).toBe('Password is too short')
    expect(first(login.request, { username: 'a', password: 'abcd' })).toBe('ok')
  })

  const personal = {
    username: 'ada',
    firstName: 'Ada',
    lastName: 'Okafor',
    phone: '5551234567',
    email: 'ada@example.com',
    occupation: 'Engineer',
    dob: '1990-03-05',
    country: 'ng',
    state: 'Lagos',
    city: 'Ikeja',
  }

  // shows §3.22 §5.5 §5.6 §5.7 §5.8 §5.9 §5.10 §5.11 §5.12 §5.13 §5.14 §5.15 §5.16 §9.1 D14 D109
  // shows D110
  test.each([
    [{ username: '' }, 'Make a valid username'],
    [{ username: '   ' }, 'Make a valid username'],
    [{ username: 'ab' }, 'Username is too short'],
    [{ username: 'dem\u043e' }, 'Make a valid username'],
    [{ username: '\u03b1da' }, 'Make a valid username'],
    [{ firstName: '' }, 'Enter your legal first name'],
    [{ lastName: '' }, 'Enter your legal last name'],
    [{ lastName: 'Li' }, 'Enter your legal last name'],
    [{ phone: '' }, 'Enter your phone number'],
    [{ phone: '12345' }, 'Invalid phone number'],
    [{ phone: '+++++++++++' }, 'Invalid phone number'],
    [{ phone: '5'.repeat(100) }, 'Invalid phone number'],
    [{ email: 'ada' }, 'Enter your valid email'],
    [{ email: 'a@b\r\nBcc:x@y.com' }, 'Enter your valid email'],
    [{ occupation: '' }, 'Enter your occupation'],
    [{ dob: '' }, 'Select your date of birth'],
    [{ dob: '2023-02-30' }, 'Select your date of birth'],
    [{ dob: '1850-01-01' }, 'Select your date of birth'],
    [{ dob: '2999-01-01' }, 'Select your date of birth'],
    [{ country: '' }, 'Country is required'],
    [{ country: 'USA' }, 'Country is required'],
    [{ country: 'zz' }, 'Country is required'],
    [{ state: '' }, 'State of residence is required'],
    [{ city: '' }, 'City of residence is required'],
    [{ phone: '(555) 123-4567' }, 'ok'],
    [{ phone: '555-123-4567' }, 'ok'],
  ])('personal info %j', (change, message) => {
    expect(first(signupPersonal(), { ...personal, ...change })).toBe(message)
  })

  // shows D110
  test('a last name may be as short as the bank allows, and is never empty', () => {
    const told = (lastNameMin: number, lastName: string) =>
      first(signupPersonal(lastNameMin), { ...personal, lastName, phone: '' })
    expect(told(2, 'Li')).toBe('Enter your phone number')
    expect(told(2, 'O')).toBe('Enter your legal last name')
    expect(told(1, 'O')).toBe('Enter your phone number')
    expect(told(1, '  ')).toBe('Enter your legal last name')
  })

  const kin = {
    kinname: 'Chidi',
    kinsurname: 'O',
    kinrelaionship: 'brother',
    kinphone: '555 765 4321',
    kinoccupation: 'Teacher',
    kinaddress: 'Lagos',
  }

  // shows §5.18 §5.19 §5.20 §5.21 §5.22 §5.23 §5.24 §5.25 §9.1 D111
  test.each([
    [{ kinname: '' }, 'Enter a valid first name'],
    [{ kinname: 'Al' }, 'Name is too short'],
    [{ kinsurname: '' }, 'Enter a valid last name'],
    [{ kinrelaionship: '' }, 'Select relationship'],
    [{ kinrelaionship: 'boss' }, 'Select relationship'],
    [{ kinphone: '' }, 'Invalid phone number'],
    [{ kinphone: '12345' }, 'Invalid phone number'],
    [{ kinoccupation: '' }, 'Enter a valid occupation'],
    [{ kinaddress: '' }, 'Address is required'],
    [{ kinemail: 'not checked' }, 'ok'],
  ])('next of kin %j', (change, message) => {
    expect(first(signupKin, { ...kin, ...change })).toBe(message)
  })

  // shows §3.21 §5.26 §5.27 §5.28 D108
  test('security, after all else is right', () => {
    const all = { account_type: 'savings', ...personal, ...kin }
    expect(first(signup.request, {})).toBe('Select an account type')
    expect(first(signup.request, all)).toBe('Make a hard to guess password')
    expect(first(signup.request, { ...all, password: 'abc' })).toBe('The password is too short')
    expect(first(signup.request, { ...all, password: 'abcd', confirmPassword: 'abce' })).toBe(
      "Passwords don't match",
    )
    const good = { ...all, password: 'abcd', confirmPassword: 'abcd' }
    expect(first(signup.request, good)).toBe('ok')
    expect(first(signup.request, { ...good, dob: '' })).toBe('ok')
    expect(
      first(signup.request, { ...good, kinrelaionship: undefined, kinrelationship: 'friend' }),
    ).toBe('Select relationship')
  })

  // shows §5.39 §5.40 §5.41 §5.42 §5.43 §5.46 D55 D64
  test('transfers', () => {
    const order = { source_account: 'a', amount: '10.00' }
    expect(first(transferLocal.request, { amount: '1' })).toBe(
      'Fill all reqired fields to continue',
    )
    expect(first(transferLocal.request, { ...order, amount: '0' })).toBe(
      'Fill all reqired fields to continue',
    )
    expect(first(transferLocal.request, order)).toBe('Enter a valid account number')
    expect(first(transferOwn.request, order)).toBe('Select destination account to continue')
    expect(first(transferOwn.request, { ...order, destination_account: 'a', pin: '1234' })).toBe(
      'Select destination account to continue',
    )
    const named = { ...order, acc_number: '1234567890', acc_name: 'Bob Stone' }
    expect(first(transferLocal.request, { ...named, pin: '12a4' })).toBe('Invalid PIN')
    expect(first(transferLocal.request, { ...named, pin: '１２３４' })).toBe('Invalid PIN')
    expect(first(otherBankOrder, { ...named, bank: 'A bank nobody knows' })).toBe(
      'Select a valid bank',
    )
    expect(first(wireOrder, { ...named, swift: 'ABCDUS33' })).toBe(
      'Both swift and bank name are required',
    )
  })

  // shows §5.50 §5.52 §5.53 D92
  test('beneficiaries, bills, PIN and switches', () => {
    expect(
      first(saveBeneficiary.request, { type: 'local transfer', account_number: '123456' }),
    ).toBe('Invalid account number')
    const saved = { type: 'wire transfer', account_number: '1234567', account_name: 'Bob' }
    expect(first(saveBeneficiary.request, saved)).toBe('enter bank name')
    expect(first(saveBeneficiary.request, { ...saved, bank_name: 'X' })).toBe(
      'Enter customer swift code',
    )
    expect(first(savePin.request, { newPin: '12345', password: 'x' })).toBe('Invalid PIN')
    expect(first(savePin.request, { newPin: '1234' })).toBe('Enter your current password')
    expect(first(toggle2fa.request, { login_verification: 'yes' })).toBe('Choose on or off')
    expect(check(toggle2fa.request, { login_verification: 'on' })).toEqual({
      ok: true,
      value: { login_verification: true },
    })
    expect(check(saveBiller.request, { name: 'Water works' }).ok).toBe(true)
  })

  // shows D39
  test('statement dates', () => {
    const asked = { accountId: 'a' }
    expect(first(transactions.request, { ...asked, start_date: '2024-01-01' })).toBe(
      'Select both a start date and an end date',
    )
    expect(
      first(transactions.request, { ...asked, start_date: '2024-01-02', end_date: '2024-01-01' }),
    ).toBe('Start date is after end date')
    for (const page of ['0', '-1', '1.5', 'abc', '1e9', '9223372036854775808']) {
      expect(first(transactions.request, { ...asked, page })).toBe('Invalid page')
    }
  })
})

// shows D61 D62
test('init-user can carry no secret, whatever a server puts in', () => {
  const reply = check(initUser.response, {
    user: {
      Accounts: [],
      Name: 'Ada',
      Pin: '1234',
      COTCode: 'x',
      Googletoken: 'y',
      password_hash: 'z',
    },
  })
  expect(reply).toEqual({ ok: true, value: { user: { Accounts: [], Name: 'Ada' }, cards: [] } })
})

// shows §3.9 §3.10 D75 D96
test('a reply that follows only the specification is understood', () => {
  const reply = check(transactions.response, {
    List: [
      {
        Id: 'abc',
        Created: { day: 5, month: 3, year: 2024, hour: 2, minute: 30 },
        Amount: 1250.5,
        Type: 'loan',
        State: 'completed',
        Unknown: 'field',
      },
    ],
    Meta: { PageSize: 3 },
  })
  expect(reply.ok && reply.value.List[0]).toEqual({
    Id: 'abc',
    Created: new Date('2024-03-05T02:30:00Z'),
    Amount: 125_050n,
    Type: 'loan',
    State: 'completed',
  })
})

// shows §9.1 §9.2 §9.3 §9.4 §9.5 §9.7 §9.8 §9.11 §9.22 §9.24 §9.32 D32
test('numbers of section 9', () => {
  expect(limits).toMatchObject({
    passwordMin: 4,
    usernameMin: 3,
    lastNameMin: 3,
    kinNameMin: 3,
    phoneMin: 6,
    loginCodeLength: 5,
    transferCodeLength: 4,
    pinLength: 4,
    cardNumberLength: 16,
    cvvLength: 3,
    cardExpiryMaxLength: 5,
    lookupOverInTransfer: 7,
    lookupOverInBeneficiary: 6,
    lookupDelayMs: 1000,
    supportMessageMin: 5,
    mobileBelowPx: 1024,
    coverMs: 1500,
    panelMs: 500,
    fakeDepositMs: 4000,
    referenceMaskedChars: 8,
    disputeHours: 24,
    toastMs: 5000,
    toastAfterHoverMs: 1000,
    toastEaseMs: 300,
    copyrightYear: 2024,
  })
})
