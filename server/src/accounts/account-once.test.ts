import { type Account, createAccount, initUser, renameAccount } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { closeAccount } from '#ledger/ledger.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { ownAccount } from './accounts.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const form = { accountType: 'current', currency: 'eur', accountName: 'Lisbon flat' }

async function open({ token }: TestCustomer, key?: string, fields: Record<string, string> = form) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return answerOf(await bank.send(createAccount, fields, { token, headers }))
}
const opened = async (...asked: Parameters<typeof open>) => {
  const { http, data } = await open(...asked)
  expect(http).toBe(200)
  return data as Account
}
const accountsOf = async ({ token }: TestCustomer) => {
  const { data } = await bank.ask(initUser, {}, token)
  return (data as { user: { Accounts: Account[] } }).user.Accounts
}

/** What opening an account could write: itself, money, and whatever tells of it. */
const written = () => db.sql`
  select (select count(*) from accounts) as accounts,
    (select count(*) from ledger_accounts) as ledger, (select count(*) from ledger_entries) as entries,
    (select count(*) from ledger_keys) as keys, (select count(*) from cards) as cards,
    (select count(*) from mails) as mails, (select count(*) from notifications) as notices,
    (select count(*) from outbox) as outbox, (select count(*) from security_events) as events`

// shows D59
test('opened again under its key it is the same account, and nothing is written', async () => {
  const ada = await bank.customer()
  const first = await open(ada, 'one')
  await bank.bank.background.settled()
  const before = await written()
  expect(await open(ada, 'one')).toEqual(first)
  await bank.bank.background.settled()
  expect(await written()).toEqual(before)
  expect(await accountsOf(ada)).toHaveLength(2)
})

test('what is left out and what is said are the same form', async () => {
  const ada = await bank.customer()
  const first = await opened(ada, 'one', { accountName: 'Roof' })
  const whole = { accountType: 'savings', currency: 'USD', accountName: ' Roof ' }
  expect(await opened(ada, 'one', whole)).toEqual(first)
})

test.each([{ accountType: 'savings' }, { currency: 'gbp' }, { accountName: 'Porto flat' }])(
  'its key with another form is refused: %j',
  async (other) => {
    const ada = await bank.customer()
    await opened(ada, 'one')
    expect(await open(ada, 'one', { ...form, ...other })).toEqual(refusedWith('key_reused'))
    expect(await accountsOf(ada)).toHaveLength(2)
  },
)

test('an account that has another name by now is the one that the key opened', async () => {
  const ada = await bank.customer()
  const { Id } = await opened(ada, 'one')
  await bank.ask(renameAccount, { accountId: Id, accountName: 'Porto flat' }, ada.token)
  expect(await opened(ada, 'one')).toMatchObject({ Id, Name: 'Porto flat' })
  const renamed = { ...form, accountName: 'Porto flat' }
  expect(await open(ada, 'one', renamed)).toEqual(refusedWith('key_reused'))
})

test('so is one that is closed by now: no other is opened in its place', async () => {
  const ada = await bank.customer()
  const { Id } = await opened(ada, 'one')
  const { id: accountId } = await ownAccount(db.sql, ada.id, Id)
  await closeAccount(db.sql, { accountId, at: bank.clock.now() })
  expect(await opened(ada, 'one')).toMatchObject({ Id })
  expect(await accountsOf(ada)).toHaveLength(1)
})

test('another customer’s key is another key', async () => {
  const [ada, bob] = [await bank.customer(), await bank.customer()]
  const hers = await opened(ada, 'one')
  const his = await opened(bob, 'one', { ...form, accountName: 'Porto flat' })
  expect(his.Id).not.toBe(hers.Id)
  expect(await accountsOf(ada)).toHaveLength(2)
  expect(await accountsOf(bob)).toHaveLength(2)
})

// shows §3.4 D86
test('without a key, or with another, the same form opens another account, up to the limit', async () => {
  const ada = await bank.customer()
  const keys = ['one', 'two', ...Array<undefined>(7)]
  const made: string[] = []
  for (const key of keys) made.push((await opened(ada, key)).Id)
  expect(new Set(made).size).toBe(9)
  expect(await open(ada, 'three')).toMatchObject({ http: 422, code: 'list_full' })
  expect(await open(ada)).toMatchObject({ http: 422, code: 'list_full' })
  // A repeat is no new account: the limit does not refuse it.
  expect((await opened(ada, 'two')).Id).toBe(made[1])
  expect(await accountsOf(ada)).toHaveLength(10)
})

test('a key that refused forms came with is still free', async () => {
  const ada = await bank.customer()
  const nameless = { ...form, accountName: '' }
  expect(await open(ada, 'one', nameless)).toMatchObject({ http: 422, field: 'accountName' })
  expect(await opened(ada, 'one')).toMatchObject({ Name: 'Lisbon flat' })
})
