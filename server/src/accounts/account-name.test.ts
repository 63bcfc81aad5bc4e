import {
  type Account,
  createAccount,
  freeze,
  initUser,
  messages,
  renameAccount,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const rename = async (who: TestCustomer, accountName: string, accountId = who.account.publicId) =>
  answerOf(await bank.send(renameAccount, { accountId, accountName }, { token: who.token }))
const nameOf = async (who: TestCustomer) => {
  const { data } = await bank.ask(initUser, {}, who.token)
  return (data as { user: { Accounts: Account[] } }).user.Accounts[0]?.Name
}

// shows D154
test('an account gets another name, which its owner sees everywhere', async () => {
  const ada = await bank.customer({ balance: '5.00' })
  const answer = await rename(ada, '  O’Hara’s flat No. 2 ')
  expect(answer).toMatchObject({
    http: 200,
    data: { Id: ada.account.publicId, Name: 'O’Hara’s flat No. 2', CurrentBalance: '5.00' },
  })
  expect(await nameOf(ada)).toBe('O’Hara’s flat No. 2')
  // Nothing moves by it: a frozen customer may do it too.
  await bank.send(freeze, { frozen: 'true' }, { token: ada.token })
  expect((await rename(ada, 'Roof')).http).toBe(200)
  expect(await nameOf(ada)).toBe('Roof')
})

test.each([
  ['', messages.accountNameMissing],
  ['   ', messages.accountNameMissing],
  ['Rent\r\nBcc: eve@example.org', messages.accountNameMissing],
  ['x'.repeat(61), messages.tooLong],
  ['Rent\x9b2Jpot', messages.formUnreadable],
  ...[
    'Rent\tpot',
    '...',
    'Locked: https://evil.example/x',
    'evil.example',
    'Flat 🏠',
    'Rent & food',
    'a/b',
  ].map((name) => [name, messages.accountNameLetters] as const),
  ...[
    'Passbook',
    'Pass-Book refunds',
    'Pаssbооk savings',
    'PASSB00K',
    'Security Team',
    'Bank support',
  ].map((name) => [name, messages.nameReserved] as const),
] as const)('%j is no name of an account, at its opening or later', async (name, message) => {
  const ada = await bank.customer()
  const refused = refusedWith('invalid', { message, field: 'accountName' })
  expect(await rename(ada, name)).toEqual(refused)
  expect(await nameOf(ada)).toBe('Ada Okafor')
  const form = { accountType: 'savings', currency: 'usd', accountName: name }
  expect(answerOf(await bank.send(createAccount, form, { token: ada.token }))).toEqual(refused)
})

test.each([
  ['\u202eRoof\u202c', 'Roof'],
  ['Ro\u00adof\ufeff', 'Roof'],
  ['one\u2028two', 'one two'],
  ['Child support', 'Child support'],
  ['Security deposit 2', 'Security deposit 2'],
  ['پس‌انداز', 'پس‌انداز'],
  ['貯金 1', '貯金 1'],
])('%j is a name, as it looks: %j', async (typed, name) => {
  const ada = await bank.customer()
  expect((await rename(ada, typed)).http).toBe(200)
  expect(await nameOf(ada)).toBe(name)
})

test('a name that was there before the rule stays', async () => {
  const ada = await bank.customer()
  await db.sql`update accounts set name = 'Rent & food' where owner_id = ${ada.id}`
  expect(await nameOf(ada)).toBe('Rent & food')
})

test('another customer can name nothing, not even by the right id', async () => {
  const [ada, eve] = [await bank.customer(), await bank.customer()]
  const refused = refusedWith('not_yours', { message: messages.accountNotYours })
  expect(await rename(eve, 'Mine now', ada.account.publicId)).toEqual(refused)
  expect(await nameOf(ada)).toBe('Ada Okafor')
})
