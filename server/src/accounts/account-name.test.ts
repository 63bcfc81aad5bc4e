import { type Account, freeze, initUser, messages, renameAccount } from '@passbook/contract'
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
  const answer = await rename(ada, '  Lisbon flat 🏠 ')
  expect(answer).toMatchObject({
    http: 200,
    data: { Id: ada.account.publicId, Name: 'Lisbon flat 🏠', CurrentBalance: '5.00' },
  })
  expect(await nameOf(ada)).toBe('Lisbon flat 🏠')
  // Nothing moves by it: a frozen customer may do it too.
  await bank.send(freeze, { frozen: 'true' }, { token: ada.token })
  expect((await rename(ada, 'Roof')).http).toBe(200)
  expect(await nameOf(ada)).toBe('Roof')
})

test.each([
  ['', messages.accountNameMissing],
  ['   ', messages.accountNameMissing],
  ['Rent\r\nBcc: eve@example.org', messages.accountNameMissing],
  ['Rent\tpot', messages.accountNameMissing],
  ['\u202eevas', messages.formUnreadable],
  ['one\u2028two', messages.accountNameMissing],
  ['x'.repeat(61), messages.tooLong],
])('%j is no name', async (name, message) => {
  const ada = await bank.customer()
  expect(await rename(ada, name)).toEqual(refusedWith('invalid', { message, field: 'accountName' }))
  expect(await nameOf(ada)).toBe('Ada Okafor')
})

test('another customer can name nothing, not even by the right id', async () => {
  const [ada, eve] = [await bank.customer(), await bank.customer()]
  const refused = refusedWith('not_yours', { message: messages.accountNotYours })
  expect(await rename(eve, 'Mine now', ada.account.publicId)).toEqual(refused)
  expect(await nameOf(ada)).toBe('Ada Okafor')
})
