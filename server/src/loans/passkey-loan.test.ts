import { createAccount, loans, requestLoan, transactionReceipt } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { type PasskeyOwner, passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { answerOf, refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const refused = refusedWith('passkey_refused', { message: 'This passkey was not accepted' })
const terms = 'loan:12 months at 12%'

const owner = (flags: Record<string, boolean> = {}) => passkeyOwner(t, { pin: '4821', flags })

const signed = (who: PasskeyOwner, { amount = '1000.00', to = terms } = {}) =>
  signatureOver(t, who, { source_account: who.account.publicId, amount, to })

async function ask(
  { token, account }: PasskeyOwner,
  fields: { approval?: string; amount?: string; account?: string },
  key?: string,
) {
  const headers = key ? { 'idempotency-key': key } : {}
  const loan = { account: account.publicId, amount: '1000.00', ...fields }
  return answerOf(await t.send(requestLoan, loan, { token, headers }))
}

const lines = ({ id }: PasskeyOwner) =>
  db.sql<{ id: string }>`
    select t.id from transactions t join accounts a using (account_id) where a.owner_id = ${id}`

// shows D144
test('a loan is approved by a passkey in place of PIN and code, once, and its receipt says so', async () => {
  const ada = await owner()
  expect(await ask(ada, {}, 'one')).toEqual(refusedWith('approval_required'))
  const approval = await signed(ada)
  const first = await ask(ada, { approval }, 'one')
  expect(first, JSON.stringify(first)).toMatchObject({ http: 200 })
  expect(await ask(ada, { approval }, 'one')).toEqual(first)
  const [line, ...more] = await lines(ada)
  expect(more).toEqual([])
  const receipt = await t.ask(transactionReceipt, { transactionId: line?.id ?? '' }, ada.token)
  const { Approval } = receipt.data as { Approval: Record<string, string> }
  expect(JSON.parse(Approval.Order ?? '')).toEqual({
    kind: 'loan',
    source: ada.account.publicId,
    amount: '1000.00',
    currency: 'usd',
    payee: terms,
  })
  // Once the loan is over, the approval asks for no other.
  await db.sql`update loans set state = 'declined' where customer_id = ${ada.id}`
  expect(await ask(ada, { approval }, 'two')).toEqual(refused)
  expect(await ask(ada, { approval })).toEqual(refused)
  expect(await t.findings()).toEqual([])
})

test('a loan with another amount, account or terms than were signed is not asked for', async () => {
  const ada = await owner()
  expect(await ask(ada, { amount: '1001.00', approval: await signed(ada) })).toEqual(refused)
  const opened = await t.ask(createAccount, { accountName: 'x', currency: 'usd' }, ada.token)
  const { Id: account } = opened.data as { Id: string }
  expect(await ask(ada, { account, approval: await signed(ada) })).toEqual(refused)
  for (const to of ['loan:', 'loan:12 months at 9%', 'loan:24 months at 12%']) {
    expect(await ask(ada, { approval: await signed(ada, { to }) })).toEqual(refused)
  }
  expect(await lines(ada)).toEqual([])
  expect((await t.ask(loans, {}, ada.token)).data).toMatchObject({ List: [] })
})

test('of ten at once with one approval one is asked for', async () => {
  const ada = await owner()
  const approval = await signed(ada)
  await db.sql`update customers set frozen_at = ${t.clock.now()} where id = ${ada.id}`
  expect(await ask(ada, { approval })).toEqual(refusedWith('frozen'))
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ada, { approval })))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(await lines(ada)).toHaveLength(1)
})

test('transfers that are switched off keep nobody from borrowing with a passkey', async () => {
  const ada = await owner({ AllowTransfer: false })
  expect(await ask(ada, { approval: await signed(ada) })).toMatchObject({ http: 200 })
})
