import {
  billPayee,
  createAccount,
  payeeOf,
  saveBiller,
  savedBills,
  transactionReceipt,
} from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type PasskeyOwner, passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { answerOf, refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

// A bill that a test leaves behind must not be paid in the next one.
beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

const refused = refusedWith('passkey_refused', { message: 'This passkey was not accepted' })
const today = () => t.clock.now().toISOString().slice(0, 10)

type Bill = ReturnType<typeof billOf>
const billOf = (who: PasskeyOwner) => ({
  biller: 'Thief Ltd',
  accountName: 'ada@example.com',
  account: who.account.publicId,
  type: 'recurring',
  amount: '60.00',
  date: today(),
})

/** Uses codes, and has billers of their own: nothing goes to those without an approval. */
async function owner(
  options: { pin?: string; algorithm?: 'ES256' | 'EdDSA' | 'ML-DSA-44' } = { pin: '4821' },
): Promise<PasskeyOwner> {
  const { algorithm, pin } = options
  const who = await passkeyOwner(t, { balance: '9000.00', ...(pin && { pin }) }, algorithm)
  for (const name of ['Thief Ltd', 'Water', 'Water for all']) {
    expect((await t.send(saveBiller, { name }, { token: who.token })).statusCode).toBe(200)
  }
  return who
}

const signed = (bill: Bill, who: PasskeyOwner) =>
  signatureOver(t, who, {
    source_account: bill.account,
    amount: bill.amount,
    to: billPayee(bill),
  })

async function save(
  bill: Bill,
  { token }: PasskeyOwner,
  { approval, key }: { approval?: string; key?: string },
) {
  const headers = key ? { 'idempotency-key': key } : {}
  const fields = { ...bill, ...(approval && { approval }) }
  return answerOf(await t.send(saveBiller, fields as never, { token, headers }))
}

const billsOf = async ({ token }: PasskeyOwner) =>
  (await t.ask(savedBills, {}, token)).data as unknown[]

const freeze = (who: PasskeyOwner, frozen: boolean) =>
  db.sql`update customers set frozen_at = ${frozen ? t.clock.now() : null} where id = ${who.id}`

// shows D144
test.each(['ES256', 'EdDSA', 'ML-DSA-44'] as const)(
  'a bill is approved by %s in place of PIN and code, once, and its payments say so',
  async (algorithm) => {
    const ada = await owner({ pin: '4821', algorithm })
    const bill = billOf(ada)
    expect(await save(bill, ada, { key: 'one' })).toEqual(refusedWith('approval_required'))
    const approval = await signed(bill, ada)
    const first = await save(bill, ada, { approval, key: 'one' })
    expect(first, JSON.stringify(first)).toMatchObject({ http: 200 })
    // Sent again after a lost answer it is answered, and saved no second time.
    expect(await save(bill, ada, { approval, key: 'one' })).toEqual(first)
    expect(await save(bill, ada, { approval, key: 'two' })).toEqual(refused)
    expect(await save(bill, ada, { approval })).toEqual(refused)
    expect(await billsOf(ada)).toHaveLength(1)

    expect(await payDueBills(t.bank)).toMatchObject({ paid: 1 })
    const [paid] = await db.sql<{ id: string }>`
      select t.id from transactions t join accounts a using (account_id)
      where a.owner_id = ${ada.id} and t.type = 'debit'`
    const receipt = await t.ask(transactionReceipt, { transactionId: paid?.id ?? '' }, ada.token)
    const { Approval } = receipt.data as { Approval: Record<string, string> }
    expect(Approval).toMatchObject({ Name: 'Phone', Customer: ada.username })
    expect(JSON.parse(Approval.Order ?? '')).toEqual({
      kind: 'bill',
      source: ada.account.publicId,
      amount: '60.00',
      currency: 'usd',
      payee: `bill:"Thief Ltd" for "ada@example.com", every month from ${today()}`,
    })
    expect(await t.findings()).toEqual([])
  },
)

const changes: Record<string, Partial<Bill>> = {
  amount: { amount: '60.01' },
  biller: { biller: 'Water' },
  'account name': { accountName: 'eve@example.com' },
  frequency: { type: 'one time' },
  date: { date: '2099-01-01' },
}

test.each(Object.entries(changes))(
  'a bill with another %s than was signed is not saved',
  async (_, change) => {
    const ada = await owner()
    const bill = billOf(ada)
    const approval = await signed(bill, ada)
    expect(await save({ ...bill, ...change }, ada, { approval })).toEqual(refused)
    // Looked at once: what was tried with another bill is good for none.
    expect(await save(bill, ada, { approval })).toEqual(refused)
    // Nor is one that was verified for a bill, but is not spent yet, good for another.
    const verified = await signed(bill, ada)
    await freeze(ada, true)
    expect(await save(bill, ada, { approval: verified })).toEqual(refusedWith('frozen'))
    await freeze(ada, false)
    expect(await save({ ...bill, ...change }, ada, { approval: verified })).toEqual(refused)
    expect(await billsOf(ada)).toEqual([])
    expect(await save(bill, ada, { approval: verified })).toMatchObject({ http: 200 })
  },
)

test('another account, currency or customer is another bill', async () => {
  const [ada, eve] = [await owner(), await owner()]
  const bill = billOf(ada)
  const opened = await t.ask(createAccount, { accountName: 'x', currency: 'gbp' }, ada.token)
  const { Id: account } = opened.data as { Id: string }
  expect(await save({ ...bill, account }, ada, { approval: await signed(bill, ada) })).toEqual(
    refused,
  )
  expect(await save(billOf(eve), eve, { approval: await signed(bill, ada) })).toEqual(refused)
  const foreign = await signed(bill, { ...ada, key: eve.key })
  expect(await save(bill, ada, { approval: foreign })).toEqual(refused)
  expect([...(await billsOf(ada)), ...(await billsOf(eve))]).toEqual([])
})

test('no two bills read alike to the one who signs', async () => {
  const ada = await owner()
  const bill = { ...billOf(ada), biller: 'Water', accountName: 'all for Eve' }
  const other = { ...bill, biller: 'Water for all', accountName: 'Eve' }
  expect(billPayee(other)).toContain('bill:"Water for all" for "Eve", ')
  expect(await save(other, ada, { approval: await signed(bill, ada) })).toEqual(refused)
  expect(await save(bill, ada, { approval: await signed(other, ada) })).toEqual(refused)
  expect(await save(other, ada, { approval: await signed(other, ada) })).toMatchObject({
    http: 200,
  })
})

test('of ten at once with one approval one is saved', async () => {
  const ada = await owner()
  const bill = billOf(ada)
  const approval = await signed(bill, ada)
  // Verified while nothing may begin, so that all ten find the proof.
  await freeze(ada, true)
  expect(await save(bill, ada, { approval })).toEqual(refusedWith('frozen'))
  await freeze(ada, false)
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(bill, ada, { approval })))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ http }) => http !== 200)).toEqual(Array(9).fill(refused))
  expect(await billsOf(ada)).toHaveLength(1)
})

test('who has no PIN approves with a passkey', async () => {
  const ada = await owner({})
  const bill = billOf(ada)
  const approval = await signed(bill, ada)
  expect(await save(bill, ada, { approval })).toMatchObject({ http: 200 })
})

test('an approval that is given must be right, also where none is asked for', async () => {
  const ada = await owner()
  const small = { ...billOf(ada), biller: 'Netflix Inc', amount: '1.00' }
  expect(await save(small, ada, { approval: 'x' })).toEqual(refused)
  const asTransfer = await signatureOver(t, ada, {
    source_account: small.account,
    amount: small.amount,
    to: payeeOf({ acc_number: '1234567', acc_name: 'Eva', bank: 'Chase' } as never),
  })
  expect(await save(small, ada, { approval: asTransfer })).toEqual(refused)
  expect(await save(small, ada, { approval: await signed(small, ada) })).toMatchObject({
    http: 200,
  })
  // It took nothing of what goes without an approval.
  const [row] = await db.sql<{ free: bigint }>`
    select free_usd_minor as free from bills where customer_id = ${ada.id}`
  expect(row?.free).toBe(0n)
})

test('an approval that waited too long is none', async () => {
  const ada = await owner()
  const bill = billOf(ada)
  const approval = await signed(bill, ada)
  t.clock.advance(5 * 60_000)
  expect(await save(bill, ada, { approval })).toEqual(refused)
  expect(await billsOf(ada)).toEqual([])
})
