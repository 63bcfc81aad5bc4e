import {
  requestOtpByForm,
  saveBiller,
  savedBills,
  savePin,
  transferLocal,
} from '@passbook/contract'
import { beforeEach, expect, test } from 'vitest'
import { payDueBills } from '#testing/pay-bills.ts'
import { expectPlaced } from '#testing/references.ts'
import { codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { decideTransfer } from '#transfers/settle.ts'

const db = await testDb()
const t = await testBank(db)
const bare = await testBank(db, { config: { billApproval: false } })

// A bill that a test leaves behind must not be paid in the next one.
beforeEach(() => db.sql`update bills set state = 'cancelled' where state = 'active'`)

const today = () => t.clock.now().toISOString().slice(0, 10)

const billOf = (who: TestCustomer, changes: Record<string, string> = {}) => ({
  biller: 'Netflix Inc',
  accountName: 'ada@example.com',
  account: who.account.publicId,
  type: 'one time',
  amount: '15.49',
  date: today(),
  ...changes,
})

async function save(who: TestCustomer, changes: Record<string, string> = {}, key?: string) {
  const headers = key ? { 'idempotency-key': key } : {}
  const reply = await t.send(saveBiller, billOf(who, changes), { token: who.token, headers })
  return { http: reply.statusCode, ...reply.json() }
}

const addBiller = (who: TestCustomer, name: string) =>
  t.send(saveBiller, { name }, { token: who.token })

const bills = async (who: TestCustomer) => (await t.ask(savedBills, {}, who.token)).data

/** A stolen token, or an open laptop: the sign-in was a while ago. */
async function stale(options: Parameters<typeof t.customer>[0] = {}): Promise<TestCustomer> {
  const who = await t.customer({ pin: '4821', balance: '90000.00', ...options })
  await db.sql`update sessions set fresh_until = ${t.clock.now()} where customer_id = ${who.id}`
  return who
}

const plain = { flags: { UseOtp: false } }
const required = refusedWith('approval_required')
const balanceOf = async ({ account }: TestCustomer) =>
  (
    await db.sql<{ balance: bigint }>`
    select balance_minor as balance from ledger_accounts where id = ${account.id}`
  )[0]?.balance

// shows D144
test('a bill to a biller that the customer made always needs an approval, also on a fresh session', async () => {
  const ada = await t.customer({ pin: '4821', balance: '90000.00', ...plain })
  await addBiller(ada, 'Thief Ltd')
  expect(await save(ada, { biller: 'Thief Ltd', amount: '1.00' })).toEqual(required)
  expect(await save(ada, { biller: 'thief ltd', amount: '1.00' })).toEqual(required)
  const wrong = { biller: 'Thief Ltd', pin: '4822' }
  expect(await save(ada, wrong)).toEqual(refusedWith('pin_wrong', { data: { triesLeft: 4 } }))
  expect(await bills(ada)).toEqual([])
  expect(await save(ada, { biller: 'Thief Ltd', pin: '4821' })).toMatchObject({ http: 200 })
  expect(await bills(ada)).toHaveLength(1)
})

// shows D144 D79
test('a bill of the bank’s own billers needs none on a fresh session, nor up to 100 dollars a day', async () => {
  const fresh = await t.customer({ balance: '90000.00', ...plain })
  expect(await save(fresh, { amount: '5000.00' })).toMatchObject({ http: 200 })
  const ada = await stale(plain)
  expect(await save(ada, { amount: '100.01' })).toEqual(required)
  expect(await save(ada, { amount: '60.00' })).toMatchObject({ http: 200 })
  // Small ones one after the other are no way past it.
  expect(await save(ada, { amount: '40.01' })).toEqual(required)
  expect(await save(ada, { amount: '40.00' })).toMatchObject({ http: 200 })
  expect(await save(ada, { amount: '0.01' })).toEqual(required)
  expect(await save(ada, { amount: '500.00', pin: '4821' })).toMatchObject({ http: 200 })
  t.clock.advance(24 * 3_600_000 + 1)
  const tomorrow = { ...ada, token: await t.signInAgain(ada) }
  await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
  expect(await save(tomorrow, { amount: '100.00' })).toMatchObject({ http: 200 })
})

test('a hundred small bills at once are taken up to the sum and no further', async () => {
  const ada = await stale(plain)
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => save(ada, { amount: '30.00' })),
  )
  expect(outcomes.filter(({ http }) => http === 200)).toHaveLength(3)
  expect(outcomes.filter(({ code }) => code === 'approval_required')).toHaveLength(97)
})

// shows D144
test('who uses codes approves with one that was mailed for this very bill', async () => {
  const ada = await stale()
  await addBiller(ada, 'Thief Ltd')
  const bill = { biller: 'Thief Ltd', amount: '60.00', pin: '4821' }
  expect(await save(ada, bill)).toEqual(refusedWith('otp_needed'))
  const codeFor = async (to: string) => {
    const named = { source_account: ada.account.publicId, amount: '60.00', to }
    const asked = to ? { pin: '4821', ...named } : { pin: '4821' }
    expect((await t.ask(requestOtpByForm, asked, ada.token)).http).toBe(200)
    const [mail] = await t.mailTo(ada.email)
    return { otp: codeIn(mail), text: mail?.text ?? '' }
  }
  // A code that was not given is none that was guessed.
  const any = await codeFor('')
  for (let empty = 0; empty < 12; empty += 1) {
    expect(await save(ada, bill)).toEqual(refusedWith('otp_needed'))
  }
  // A code for "a transfer" is none for a bill.
  expect(await save(ada, { ...bill, otp: any.otp })).toEqual(refusedWith('otp_wrong'))
  const to = `bill:"Thief Ltd" for "ada@example.com", on ${today()}`
  const { otp, text } = await codeFor(to)
  expect(text).toContain(
    `confirm $60.00 to "Thief Ltd" for "ada@example.com", on ${today()}, as a bill:`,
  )
  for (const changed of [{ amount: '60.01' }, { type: 'recurring' }]) {
    expect(await save(ada, { ...bill, ...changed, otp })).toEqual(refusedWith('otp_wrong'))
  }
  const elsewhere = { acc_number: '1234567897', acc_name: 'x', otp, pin: '4821' }
  const transfer = { source_account: ada.account.publicId, amount: '60.00', ...elsewhere }
  expect((await t.ask(transferLocal, transfer, ada.token)).http).toBe(422)
  const key = crypto.randomUUID()
  const saved = await save(ada, { ...bill, otp }, key)
  expect(saved).toMatchObject({ http: 200 })
  // A retry gets the first answer; the code saves no second bill.
  expect(await save(ada, { ...bill, otp }, key)).toEqual(saved)
  expect(await save(ada, { ...bill, otp })).toEqual(refusedWith('otp_spent'))
  expect(await bills(ada)).toHaveLength(1)
})

test('of two at once with one code one is saved', async () => {
  const ada = await stale()
  await addBiller(ada, 'Thief Ltd')
  const order = { source_account: ada.account.publicId, amount: '60.00' }
  const to = `bill:"Thief Ltd" for "ada@example.com", on ${today()}`
  await t.ask(requestOtpByForm, { pin: '4821', ...order, to }, ada.token)
  const otp = codeIn((await t.mailTo(ada.email))[0])
  const bill = { biller: 'Thief Ltd', amount: '60.00', pin: '4821', otp }
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => save(ada, bill)))
  expect(outcomes.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(await bills(ada)).toHaveLength(1)
})

// shows D79
test('wrong PINs of bills and of transfers are counted together, and a new PIN opens both', async () => {
  const ada = await stale(plain)
  const guess = () => t.ask(requestOtpByForm, { pin: '0000' }, ada.token)
  expect((await guess()).http).toBe(422)
  expect((await guess()).http).toBe(422)
  for (let tries = 0; tries < 3; tries += 1) {
    // Also where none is asked for.
    const amount = tries === 0 ? '1.00' : '500.00'
    const wrong = refusedWith('pin_wrong', { data: { triesLeft: 2 - tries } })
    expect(await save(ada, { amount, pin: '0000' })).toEqual(wrong)
  }
  const locked = await save(ada, { amount: '500.00', pin: '4821' })
  const message = 'Too many attempts. Try again in 15 minutes'
  const data = { retryAfterSeconds: expect.any(Number) }
  expect(locked).toEqual(refusedWith('pin_locked', { message, data }))
  expect((await t.ask(requestOtpByForm, { pin: '4821' }, ada.token)).http).toBe(429)
  expect(await bills(ada)).toEqual([])
  const fresh = { newPin: '1379', password: ada.password }
  expect((await t.ask(savePin, fresh, ada.token)).http).toBe(200)
  // For a day after that, whom she has not paid before gets small sums only.
  expect(await save(ada, { amount: '500.00', pin: '1379' })).toMatchObject({ code: 'cooling' })
  expect(await save(ada, { amount: '150.00', pin: '1379' })).toMatchObject({ http: 200 })
})

test('who has no PIN is told to set one', async () => {
  const ada = await t.customer()
  await addBiller(ada, 'Water works')
  expect(await save(ada, { biller: 'Water works', pin: '4821' })).toEqual(
    refusedWith('pin_missing'),
  )
})

// shows D144
test('BILL_APPROVAL=0 is the bare wire', async () => {
  const ada = await stale()
  await addBiller(ada, 'Water works')
  const bill = billOf(ada, { biller: 'Water works', amount: '5000.00' })
  expect((await bare.ask(saveBiller, bill as never, ada.token)).http).toBe(200)
})

// shows D144
test('bills and transfers share one limit for the day', async () => {
  const ada = await stale(plain)
  const bob = await t.customer()
  const over = { amount: '50000.01', pin: '4821' }
  expect(await save(ada, over)).toEqual(refusedWith('daily_limit'))
  expect(await save(ada, { amount: '30000.00', pin: '4821' })).toMatchObject({ http: 200 })
  expect(await save(ada, { amount: '19000.00', pin: '4821' })).toMatchObject({ http: 200 })
  expect(await save(ada, { amount: '9000.00', pin: '4821' })).toMatchObject({ http: 200 })
  expect(await payDueBills(t.bank)).toMatchObject({ paid: 2, retry: 1 })
  expect(await balanceOf(ada)).toBe(90_000_00n - 49_000_00n)
  const order = { source_account: ada.account.publicId, amount: '1000.01', pin: '4821' }
  const payee = { acc_number: bob.account.number, acc_name: 'x' }
  expect(await t.ask(transferLocal, { ...order, ...payee }, ada.token)).toEqual(
    refusedWith('daily_limit'),
  )
  const rest = { ...order, ...payee, amount: '1000.00' }
  expect((await t.ask(transferLocal, rest, ada.token)).http).toBe(200)
  expect(await bills(ada)).toMatchObject([
    { State: 'active', LastError: 'Daily transfer limit reached' },
    { State: 'paid' },
    { State: 'paid' },
  ])
  expect(await t.findings()).toEqual([])
})

test('many bills and transfers at once stay within it', async () => {
  const ada = await stale(plain)
  const bob = await t.customer()
  for (let n = 0; n < 6; n += 1) await save(ada, { amount: '9000.00', pin: '4821' })
  const order = { source_account: ada.account.publicId, amount: '9000.00', pin: '4821' }
  const payee = { acc_number: bob.account.number, acc_name: 'x' }
  await Promise.all([
    payDueBills(t.bank),
    ...Array.from({ length: 6 }, () => t.ask(transferLocal, { ...order, ...payee }, ada.token)),
    payDueBills(t.bank),
  ])
  expect(await balanceOf(ada)).toBe(90_000_00n - 5n * 9_000_00n)
  expect(await t.findings()).toEqual([])
})

// shows D144
test('where PendingTransfer is set a bill waits for the operator, who settles or fails it', async () => {
  const ada = await stale({ flags: { UseOtp: false, PendingTransfer: true } })
  const [first, second] = [
    await save(ada, { amount: '60.00', pin: '4821' }),
    await save(ada, { amount: '30.00', pin: '4821' }),
  ]
  expect([first.http, second.http]).toEqual([200, 200])
  await payDueBills(t.bank)
  expect(await balanceOf(ada)).toBe(90_000_00n)
  expect(await bills(ada)).toMatchObject([{ State: 'pending' }, { State: 'pending' }])
  const waiting = await db.sql<{ id: string; amount: bigint }>`
    select id, amount_minor as amount from transactions t join transfers w on w.transaction_id = t.id
    where t.account_id = ${ada.account.id} and t.state = 'pending' and w.rail = 'biller' and w.review
    order by amount_minor`
  expect(waiting.map(({ amount }) => amount)).toEqual([30_00n, 60_00n])
  const decisions = [{ refused: 'Looks odd' }, { paid: true }] as const
  for (const [index, { id }] of waiting.entries()) {
    const decision = decisions[index] ?? { paid: true }
    await db.transaction((sql) => decideTransfer(t.bank, sql, { transactionId: id, decision }))
  }
  expect(await balanceOf(ada)).toBe(89_940_00n)
  expect(await bills(ada)).toMatchObject([
    { State: 'failed', LastError: 'Looks odd' },
    { State: 'paid' },
  ])
  const [day] = await db.sql<{ sent: bigint }>`
    select usd_minor as sent from transfer_days where customer_id = ${ada.id}`
  expect(day?.sent).toBe(60_00n)
  expect(await t.findings()).toEqual([])
})

test('a bill that waited for the operator says where its line lies', async () => {
  await expectPlaced(db.sql, 'orders_due', 'transfers')
})
