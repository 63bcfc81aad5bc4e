import { features, initUser, uuid } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

/** Section 3's customer, without what must never leave the bank. */
const userFields = [
  ...['Accounts', 'Name', 'MiddleName', 'Surname', 'Phone', 'Email', 'State', 'City', 'Country'],
  ...['Street', 'Profilepic', 'Status', 'Blocked', 'Sex', 'Dob', 'Lastseen', 'Verifiedemail'],
  ...['Verifiedphone', 'Verification', 'Emailnotification', 'Occupation', 'Username', 'UseOtp'],
  ...['AllowTransfer', 'PendingTransfer', 'Mode', 'UseLoginVerification'],
  ...['AllowUserManageLoginVerification', 'CryptoPayment', 'Kinname', 'Kinsurname', 'Kinemail'],
  ...['Kinphone', 'Kinrelationship', 'Kinaddress', 'Kinoccupation', 'LockOTP', 'UseCOT'],
  ...['AllowRememberDevice', 'first_name', 'last_name', 'email', 'has_pin'],
  'UseAuthenticator',
]

const ada = await bank.customer({ pin: '4821', balance: '250.00', firstName: 'Ada' })
const reply = await bank.send(initUser, {}, { token: ada.token })
const { data } = reply.json()

// shows §3.1 §3.2 §3.3 §6.2 §6.10 D61 D98 D99 D116 D125
// asvs 8.2.3 15.3.1
test('the first load has every field of the customer that section 3 lists, and no more', () => {
  expect(Object.keys(data.user).sort()).toEqual([...userFields].sort())
  expect(data.user).toMatchObject({
    Name: 'Ada',
    Surname: 'Okafor',
    first_name: 'Ada',
    last_name: 'Okafor',
    email: ada.email,
    has_pin: true,
    UseCOT: false,
    Kinrelationship: 'brother',
    Dob: { day: 5, month: 3, year: 1990, weekday: 'Monday', monthName: 'March' },
    Lastseen: { weekday: expect.any(String), hour: expect.any(Number) },
  })
})

// shows §3.4 §3.12 §3.13 §3.35 §7.5 D82 D100 D131 D142
test('the first load has what the customer area shows first', () => {
  expect(Object.keys(data).sort()).toEqual(
    [
      ...['user', 'currency', 'unReadNotifications', 'hasNewNotification', 'allowCrypto'],
      ...['imageUrl', 'currentMonthSpend', 'income', 'expenses', 'cards', 'features'],
      ...['accounts', 'undoSeconds'],
    ].sort(),
  )
  expect(data).toMatchObject({ income: '250.00', expenses: '0.00', currentMonthSpend: '0.00' })
  expect(data.currency).toMatchObject({ Code: 'usd' })
  expect(data.hasNewNotification).toBe(true)
  expect(data.features).toEqual(features.filter((name) => name !== 'time-machine'))
  const [entry] = data.accounts
  expect(entry).toMatchObject({ income: '250.00', expenses: '0.00' })
  expect(entry.account).toEqual(data.user.Accounts[0])
  expect(entry.transactions).toMatchObject([{ User: ada.username, Amount: '250.00' }])
  expect(data.cards).toEqual([
    {
      Balance: '250.00',
      AccountBalance: '250.00',
      AccountCurrency: 'usd',
      AccountId: ada.account.publicId,
      Number: expect.stringMatching(/^\d{4}$/),
      Expiry: { Month: expect.stringMatching(/^\d\d$/), Year: expect.stringMatching(/^\d\d$/) },
      Cv2: expect.stringMatching(/^\d{3}$/),
      // Additive: what its holder can set.
      Id: expect.stringMatching(uuid),
      State: 'active',
      Online: true,
      Abroad: true,
      PerDay: null,
      PerPayment: null,
    },
  ])
})

// shows §3.1 D62
// asvs 8.2.3
test('neither the PIN nor a hash nor a token leaves the bank', async () => {
  expect(reply.body).not.toMatch(/"(?:Pin|COTCode|Googletoken|password|hash)/i)
  const [row] = await db.sql<Record<string, string>>`
    select c.password_hash, c.pin_hmac, s.token_hash
    from customers c join sessions s on s.customer_id = c.id where c.id = ${ada.id}`
  for (const secret of [...Object.values(row ?? {}), ada.token]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(reply.body).not.toContain(secret)
  }
})

// shows D82
test('the CVV is the same at every look and is stored nowhere', async () => {
  const again = await bank.send(initUser, {}, { token: ada.token })
  expect(again.json().data.cards).toEqual(data.cards)
  const columns = await db.sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'cards'`
  const telling = columns.map(({ name }) => name).filter((name) => /cv|pan|number/.test(name))
  // The name of the key, and what a change of the key adds: nothing, for a card that has seen none.
  expect(telling.sort()).toEqual(['cvv_key', 'cvv_shift'])
  const shifts = await db.sql`select cvv_shift as shift from cards where customer_id = ${ada.id}`
  expect(shifts).toEqual([{ shift: 0 }])
})
