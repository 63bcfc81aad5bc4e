import {
  accountOverview,
  createAccount,
  initUser,
  login,
  notifications,
  resolveAccount,
  transactions,
} from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from '#testing/recording-db.ts'
import { type Reply, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

/**
 * How many statements a call waits for, begin and commit among them. Each is a round trip to the
 * database: what a customer waits for grows with their number before it grows with anything else.
 */
const said: string[] = []
const db = await testDb()
const bank = await testBank(recording(db, said))
afterAll(() => bank.stop())

const ada = await bank.customer({ balance: '250.00' })
const bob = await bank.customer({ balance: '10.00' })
const euros = { accountType: 'savings', currency: 'eur', accountName: 'Euros' } as const
beforeAll(() => bank.ask(createAccount, euros, ada.token))

/** The statements until the reply; what a call leaves to the background is not waited for. */
async function statementsOf(call: () => Promise<Reply>): Promise<string[]> {
  await bank.bank.background.settled()
  said.length = 0
  const reply = await call()
  const until = [...said]
  expect(reply.statusCode).toBe(200)
  return until
}

const { token } = ada
const accountId = ada.account.publicId
const dates = { start_date: '2020-01-01', end_date: '2100-01-01' }

test.each([
  ['the first load, with two accounts', 4, () => bank.send(initUser, {}, { token })],
  ['a page of a statement', 1, () => bank.send(transactions, { accountId, page: 1 }, { token })],
  ['an overview', 2, () => bank.send(accountOverview, { accountId, ...dates }, { token })],
  ['a page of notifications', 3, () => bank.send(notifications, { page: 1 }, { token })],
  [
    'a look-up of a number',
    5,
    () => bank.send(resolveAccount, { accountNumber: bob.account.number }, { token }),
  ],
])('%s takes at most %i statements', async (_, most, call) => {
  expect((await statementsOf(call)).length).toBeLessThanOrEqual(most)
})

test('a sign-in takes at most 7 statements, in a browser that has signed in before', async () => {
  const { username, password } = ada
  const first = await bank.send(login, { username, password })
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const again = () => bank.send(login, { username, password }, { headers: { cookie } })
  const taken = await statementsOf(again)
  expect(taken.filter((text) => /begin|commit/.test(text))).toHaveLength(2)
  expect(taken.length).toBeLessThanOrEqual(7)
})
