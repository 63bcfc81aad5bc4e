import {
  changedOrder,
  changeStanding,
  createAccount,
  messages,
  notifications,
  orderStanding,
  payeeOf,
  requestOtpByForm,
  type StandingEntry,
  standingOrder,
  standingOrders,
  standingPayee,
  transactionReceipt,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { dayAfter } from '#kernel/calendar.ts'
import { closeAccount } from '#ledger/ledger.ts'
import { startCooling } from '#security/cooling.ts'
import { passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { answerOf, codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runOrders } from './pay-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const today = () => t.clock.now().toISOString().slice(0, 10)
const plain = { pin: '4821', balance: '1000.00', flags: { UseOtp: false, CryptoPayment: true } }
const bob = await t.customer()

const formOf = (who: TestCustomer, changes: Record<string, string> = {}) => ({
  kind: 'local',
  source_account: who.account.publicId,
  acc_number: bob.account.number,
  acc_name: bob.name,
  amount: '50.00',
  every: 'monthly',
  date: today(),
  pin: '4821',
  ...changes,
})

async function place(who: TestCustomer, changes: Record<string, string> = {}, key?: string) {
  const headers = key ? { 'idempotency-key': key } : {}
  return answerOf(await t.send(orderStanding, formOf(who, changes), { token: who.token, headers }))
}

const listOf = async (who: TestCustomer) =>
  (await t.ask(standingOrders, {}, who.token)).data as StandingEntry[]

async function savingsOf(who: TestCustomer, currency = 'usd') {
  const made = await t.ask(
    createAccount,
    { accountName: 'Savings', accountType: 'savings', currency } as never,
    who.token,
  )
  return (made.data as { Id: string }).Id
}

test('every kind of transfer can be ordered, with the checks of that transfer', async () => {
  const ada = await t.customer(plain)
  const savings = await savingsOf(ada)
  const kinds = [
    { kind: 'own', destination_account: savings },
    { kind: 'local' },
    { kind: 'bank', acc_number: '123456789', acc_name: 'Priya Raman', bank: 'Chase' },
    { kind: 'wire', acc_number: '123456789', acc_name: 'P', bank_name: 'X', swift: 'CHASUS33' },
    {
      kind: 'card',
      card_name: 'A B',
      card_number: '4242424242424242',
      card_expiry: '12/40',
    },
    { kind: 'crypto', wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  ]
  for (const kind of kinds) expect((await place(ada, kind)).http, kind.kind).toBe(200)
  const listed = await listOf(ada)
  expect(listed.map(({ Kind }) => Kind).sort()).toEqual([
    'bank',
    'card',
    'crypto',
    'local',
    'own',
    'wire',
  ])
  expect(JSON.stringify(listed)).not.toContain('424242424242')
  const wrong = [
    [{ kind: 'own', destination_account: ada.account.publicId }, 'destination_account'],
    [{ kind: 'own' }, 'destination_account'],
    [{ acc_number: '0000000000' }, 'acc_number'],
    [{ kind: 'bank', acc_number: '123456789', acc_name: 'P', bank: 'Nowhere' }, 'bank'],
    [{ kind: 'wire', acc_number: '123456789', acc_name: 'P', bank_name: 'X', swift: 'x' }, 'swift'],
    [{ kind: 'card', card_name: 'A', card_number: '4242424242424241' }, 'card_number'],
    [{ kind: 'crypto', wallet_address: 'x' }, 'wallet_address'],
  ] as const
  for (const [changes, field] of wrong) {
    expect(await place(ada, changes), field).toMatchObject({ status: 'failed', field })
  }
  expect(await listOf(ada)).toHaveLength(kinds.length)
})

test('what makes no sense is refused with what is wrong', async () => {
  const ada = await t.customer(plain)
  const told = async (changes: Record<string, string>) => (await place(ada, changes)).message
  expect(await told({ kind: 'x' })).toBe('Select whom to pay')
  expect(await told({ every: 'daily' })).toBe('Select how often')
  expect(await told({ date: '2031-02-30' })).toBe('Select the first date')
  expect(await told({ date: dayAfter(today(), -1) })).toBe('Select a first date from today on')
  expect(await told({ until: dayAfter(today(), -1) })).toBe(
    'Select an end that is not before the first date',
  )
  expect(await told({ until: 'x' })).toBe('Select an end that is not before the first date')
  expect(await told({ times: '0' })).toBe('Choose from 1 to 1000 times')
  expect(await told({ times: '1001' })).toBe('Choose from 1 to 1000 times')
  expect(await told({ above: 'true' })).toBe(
    'All above an amount can only go to an account of your own',
  )
  expect(await told({ amount: '0' })).toBe(messages.amountInvalid)
  expect(await place(ada, { amount: '50000.01' })).toMatchObject({ code: 'daily_limit' })
  expect(await listOf(ada)).toEqual([])
  // What was refused takes nothing of what may be placed in an hour.
  expect(
    await db.sql`select from attempts where bucket = ${`order:hour:${ada.id}`} and count > 0`,
  ).toEqual([])
})

test('an order shows whom, how much, and its next three dates', async () => {
  const ada = await t.customer(plain)
  const made = await place(ada, { date: '2031-01-31', times: '4', description: 'rent' })
  expect(made.data).toMatchObject({
    Kind: 'local',
    Name: bob.name,
    Number: bob.account.number,
    Amount: '50.00',
    Above: false,
    Description: 'rent',
    Every: 'monthly',
    First: '2031-01-31',
    Until: null,
    Times: 4,
    State: 'active',
    Dates: ['2031-01-31', '2031-02-28', '2031-03-31'],
    Short: false,
    Account: { Id: ada.account.publicId },
  })
  expect(await place(ada, { date: '2031-01-31', amount: '1000.01' })).toMatchObject({
    data: { Short: true },
  })
})

test('nothing is ordered without an approval, whatever the session', async () => {
  const ada = await t.customer(plain)
  expect(await place(ada, { pin: '' })).toEqual(refusedWith('approval_required'))
  expect(await place(ada, { pin: '4822' })).toMatchObject({ code: 'pin_wrong' })
  expect(await place(ada, { approval: '{}' })).toMatchObject({ code: 'passkey_refused' })
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await place(ada)).toEqual(refusedWith('frozen'))
  await db.sql`update customers set frozen_at = null, allow_transfer = false where id = ${ada.id}`
  expect(await place(ada)).toEqual(refusedWith('transfers_off'))
  expect(await listOf(ada)).toEqual([])
})

test('a code is good for the very order it was asked for: payee, amount and rule', async () => {
  const ada = await t.customer({ pin: '4821', balance: '1000.00' })
  expect(await place(ada)).toEqual(refusedWith('otp_needed'))
  const schedule = { every: 'monthly', firstOn: today(), until: null, times: null } as const
  const codeFor = async (to: string, amount = '50.00') => {
    const named = { pin: '4821', source_account: ada.account.publicId, amount, to }
    expect((await t.ask(requestOtpByForm, named, ada.token)).http).toBe(200)
    const [mail] = await t.mailTo(ada.email)
    return { code: codeIn(mail), text: mail?.text }
  }
  const payee = payeeOf({ acc_number: bob.account.number, acc_name: '' })
  const right = standingPayee(schedule, { above: false, payee })
  const others = [
    standingPayee({ ...schedule, every: 'weekly' }, { above: false, payee }),
    standingPayee({ ...schedule, times: 3 }, { above: false, payee }),
    payee,
  ]
  for (const to of others) {
    const { code } = await codeFor(to)
    expect(await place(ada, { otp: code }), to).toMatchObject({ code: 'otp_wrong' })
  }
  const { code: cheaper } = await codeFor(right, '49.00')
  expect(await place(ada, { otp: cheaper })).toMatchObject({ code: 'otp_wrong' })
  const { code, text } = await codeFor(right)
  expect(text).toContain(
    `$50.00 to ${bob.name} (${bob.account.number}) by local transfer, every month from ${today()}`,
  )
  expect((await place(ada, { otp: code })).http).toBe(200)
  expect(await place(ada, { otp: code })).toMatchObject({ code: 'otp_spent' })
})

test('a passkey approves one order, and the receipts of its payments say so', async () => {
  const ada = await passkeyOwner(t, { pin: '4821', balance: '1000.00' })
  const payee = payeeOf({ acc_number: bob.account.number, acc_name: '' })
  const schedule = { every: 'monthly', firstOn: today(), until: null, times: null } as const
  const approval = await signatureOver(t, ada, {
    source_account: ada.account.publicId,
    amount: '50.00',
    to: standingPayee(schedule, { above: false, payee }),
  })
  const signed = { pin: '', approval }
  expect(await place(ada, { ...signed, every: 'weekly' })).toMatchObject({
    code: 'passkey_refused',
  })
  const again = await signatureOver(t, ada, {
    source_account: ada.account.publicId,
    amount: '50.00',
    to: standingPayee(schedule, { above: false, payee }),
  })
  const made = await place(ada, { pin: '', approval: again })
  expect(made.http).toBe(200)
  expect(await place(ada, { pin: '', approval: again, amount: '50.00' })).toMatchObject({
    code: 'passkey_refused',
  })
  await runOrders(t.bank)
  const { Id } = made.data as StandingEntry
  const first = await approvalOnReceipt(ada, Id)
  expect(first).toMatchObject({ Name: expect.any(String), Order: expect.stringContaining('50.00') })
  // Whatever approves the order from now on, this payment was approved as it was.
  const named = { amount: '60.00', id: Id, until: '', times: '' }
  const more = await signatureOver(t, ada, {
    source_account: ada.account.publicId,
    amount: '60.00',
    to: standingPayee(schedule, { above: false, payee: changedOrder(Id) }),
  })
  const changed = await t.ask(changeStanding, { ...named, pin: '', approval: more }, ada.token)
  expect(changed).toMatchObject({ http: 200, data: { Amount: '60.00' } })
  expect(await approvalOnReceipt(ada, Id)).toEqual(first)
})

/** The proof of approval on the receipt of an order's last payment. */
async function approvalOnReceipt(who: TestCustomer, id: string) {
  const detail = (await t.ask(standingOrder, { id }, who.token)).data as {
    History: { Transaction: string }[]
  }
  const transactionId = detail.History[0]?.Transaction ?? ''
  const receipt = await t.ask(transactionReceipt, { transactionId }, who.token)
  return (receipt.data as { Approval?: Record<string, string> }).Approval
}

test('a hundred at once under one key are one order, and another order under it is refused', async () => {
  const ada = await t.customer(plain)
  const replies = await Promise.all(Array.from({ length: 100 }, () => place(ada, {}, 'one')))
  expect(new Set(replies.map(({ data }) => (data as StandingEntry).Id)).size).toBe(1)
  expect(await place(ada, { times: '3' }, 'one')).toEqual(refusedWith('key_reused'))
  expect(await listOf(ada)).toHaveLength(1)
})

test('a retry under its key is answered with its order, whatever has changed since', async () => {
  const ada = await t.customer(plain)
  const cy = await t.customer()
  const rent = { acc_number: cy.account.number, date: dayAfter(today(), 1) }
  const made = await place(ada, rent, 'rent')
  const { Id } = made.data as StandingEntry
  const less = { id: Id, amount: '40.00', until: '', times: '' }
  expect((await t.ask(changeStanding, less, ada.token)).http).toBe(200)
  await db.transaction((sql) => closeAccount(sql, { accountId: cy.account.id, at: t.clock.now() }))
  expect(await place(ada, rent, 'rent')).toMatchObject({ http: 200, data: { Id } })
  expect(await place(ada, { ...rent, amount: '40.00' }, 'rent')).toEqual(refusedWith('key_reused'))
  // Two cards that end alike are two cards.
  const card = { kind: 'card', card_name: 'A B', card_expiry: '12/40' }
  expect((await place(ada, { ...card, card_number: '4242424242424242' }, 'card')).http).toBe(200)
  const other = await place(ada, { ...card, card_number: '4000000000004242' }, 'card')
  expect(other).toEqual(refusedWith('key_reused'))
  expect(await listOf(ada)).toHaveLength(2)
})

test('a list holds so many and no more', async () => {
  const ada = await t.customer(plain)
  expect((await place(ada)).http).toBe(200)
  await db.sql`
    insert into orders(customer_id, account_id, kind, to_account_id, line, amount_minor, above,
      every, first_on, state, created_at, changed_at)
    select customer_id, account_id, kind, to_account_id, line, amount_minor, above, every,
      first_on, 'paused', created_at, changed_at
    from orders, generate_series(1, 199) where customer_id = ${ada.id}`
  expect(await place(ada)).toMatchObject({ code: 'list_full', data: { max: 200 } })
})

// shows D146
test('while cooling an order to a stranger is taken up to the limit, all of them together', async () => {
  const ada = await t.customer(plain)
  const cy = await t.customer()
  await db.transaction((sql) => startCooling(sql, ada.id, t.clock.now()))
  const later = { date: dayAfter(today(), 5), acc_number: cy.account.number }
  expect(await place(ada, { ...later, amount: '200.01' })).toMatchObject({ code: 'cooling' })
  expect((await place(ada, { ...later, amount: '150.00' })).http).toBe(200)
  expect(await place(ada, { ...later, amount: '50.01' })).toMatchObject({ code: 'cooling' })
  const savings = await savingsOf(ada)
  const own = { ...later, kind: 'own', destination_account: savings, amount: '900.00' }
  expect((await place(ada, own)).http).toBe(200)
  const unread = (await t.ask(notifications, { page: '1' } as never, ada.token)).data
  expect(unread).toMatchObject({ Unread: expect.any(Number) })
})

// shows D146
test('while cooling an order of today is counted once, and a change by what it adds', async () => {
  // What other tests have left is out of the way.
  await runOrders(t.bank)
  const ada = await t.customer(plain)
  const [cy, dee] = [await t.customer(), await t.customer()]
  await db.transaction((sql) => startCooling(sql, ada.id, t.clock.now()))
  const made = await place(ada, { acc_number: cy.account.number, amount: '150.00' })
  const { Id: id } = made.data as StandingEntry
  // Not yet paid, and counted: many that all begin today would be a way around the limit.
  const second = { acc_number: dee.account.number, amount: '50.01' }
  expect(await place(ada, second)).toMatchObject({ code: 'cooling' })
  const change = (amount: string) =>
    t.ask(changeStanding, { id, amount, until: '', times: '', pin: '4821' }, ada.token)
  expect((await change('160.00')).http).toBe(200)
  expect(await runOrders(t.bank)).toMatchObject({ paid: 1, retry: 0 })
  expect(await strangersGot(ada)).toBe(160_00n)
  expect((await change('200.00')).http).toBe(200)
  expect(await strangersGot(ada)).toBe(200_00n)
  expect(await change('200.01')).toMatchObject({ code: 'cooling' })
})

async function strangersGot({ id }: TestCustomer) {
  const [day] = await db.sql<{ usdMinor: bigint }>`
    select strangers_usd_minor as "usdMinor" from transfer_days where customer_id = ${id}`
  return day?.usdMinor
}

// The last one: it moves the bank's date, and pays what others have ordered for later.
// shows D146 D171
test('what an order counted while cooling is used up by its first date, also where weeks pass in a day', async () => {
  const [ada, cy] = [await t.customer({ ...plain, balance: '5000.00' }), await t.customer()]
  await db.transaction((sql) => startCooling(sql, ada.id, t.clock.now()))
  const weekly = { every: 'weekly', amount: '200.00', acc_number: cy.account.number }
  expect((await place(ada, weekly)).http).toBe(200)
  for (let week = 0; week < 4; week += 1) {
    t.bank.clock.follow({ aheadMs: week * 7 * 86_400_000, standsAt: null })
    await runOrders(t.bank)
  }
  const [order] = await listOf(ada)
  // No date of the real clock stands beside one of the bank's, which is weeks ahead.
  expect(order).toMatchObject({
    LastError:
      'After a change to your security, new payees get at most $200.00 a day for another 24 hours',
  })
  const [got] = await db.sql`
    select balance_minor as "balanceMinor" from ledger_accounts where id = ${cy.account.id}`
  expect(got).toEqual({ balanceMinor: 200_00n })
  expect(await strangersGot(ada)).toBe(200_00n)
})
