import {
  loans,
  messages,
  type Output,
  type RefusalCode,
  requestLoan,
  requestOtpByForm,
} from '@passbook/contract'
import { expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { balance } from '#ledger/ledger.ts'
import { readPage } from '#ledger/statement-lines.ts'
import { expectPlaced } from '#testing/references.ts'
import { answerOf, codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { approveLoan, declineLoan } from './decide.ts'

const db = await testDb()
const t = await testBank(db)

const ask = (who: TestCustomer, fields: Record<string, string>) =>
  t.ask(requestLoan, { account: who.account.publicId, amount: '1000', ...fields }, who.token)

async function listOf(who: TestCustomer): Promise<Output<typeof loans>['List']> {
  const { data } = await t.ask(loans, {}, who.token)
  return (data as { List: Output<typeof loans>['List'] }).List
}

const linesOf = async ({ account }: TestCustomer) =>
  (await readPage(db.sql, { accountId: account.id, page: 1, perPage: 50 })).lines

const openLoans = ({ id }: TestCustomer) => db.sql`
  select from loans where customer_id = ${id} and state in ('requested', 'active')`

// shows §7.29 D73
test('a loan asked for is a pending line that moves nothing', async () => {
  const ada = await t.customer()
  const answer = await ask(ada, { amount: '1,250.50' })
  expect(answer).toMatchObject({ http: 200, status: 'success', message: messages.loanRequested })
  expect(await linesOf(ada)).toMatchObject([
    {
      type: 'credit',
      amountMinor: 1_250_50n,
      state: 'pending',
      purpose: 'loan',
      method: 'loan',
      name: 'Quick loan',
    },
  ])
  expect(await balance(db.sql, { accountId: ada.account.id })).toMatchObject({ balanceMinor: 0n })
  expect(await listOf(ada)).toMatchObject([
    {
      Id: (answer.data as { Id: string }).Id,
      State: 'requested',
      Principal: '1250.50',
      Outstanding: '0.00',
      RatePercent: '12',
      Months: 12,
      NextDue: null,
      Schedule: [],
      Account: { Number: ada.account.number, Currency: { Code: 'usd' } },
    },
  ])
  expect(await t.findings()).toEqual([])
})

// shows D73
test('the terms are told before anything is asked for', async () => {
  const ada = await t.customer()
  const { data } = await t.ask(loans, {}, ada.token)
  expect(data).toMatchObject({
    List: [],
    Terms: {
      usd: { Max: '5000.00', RatePercent: '12', Months: 12 },
      gbp: { Max: '3950.00', RatePercent: '12', Months: 12 },
    },
  })
})

test('what cannot be lent is refused in words', async () => {
  const [ada, bob] = [await t.customer(), await t.customer()]
  const cases: [Record<string, string>, RefusalCode, string][] = [
    [{ account: '' }, 'invalid', 'Select a destination account'],
    [{ amount: '' }, 'invalid', 'Enter a valid amount'],
    [{ amount: '0' }, 'invalid', 'Enter a valid amount'],
    [{ amount: '-5' }, 'invalid', 'Enter a valid amount'],
    [{ amount: '10000000000000' }, 'invalid', 'Enter a valid amount'],
    [{ amount: '1e3' }, 'invalid', 'Enter a valid amount'],
    [{ amount: '5000.01' }, 'loan_too_large', messages.loanTooLarge],
    [{ amount: '999999999999.99' }, 'loan_too_large', messages.loanTooLarge],
    [{ account: bob.account.publicId }, 'not_yours', messages.accountNotYours],
    [{ account: '6f1c6f0e-8f5d-4a33-9d6d-0d7b1f1f0a11' }, 'not_yours', messages.accountNotYours],
    [{ account: 'no id at all' }, 'not_yours', messages.accountNotYours],
  ]
  for (const [fields, code, message] of cases) {
    const field = Object.keys(fields)[0] as string
    expect(await ask(ada, fields)).toEqual(refusedWith(code, { message, field }))
  }
  expect(await t.ask(requestLoan, { account: '', amount: '' })).toMatchObject({ http: 401 })
  expect(await openLoans(ada)).toHaveLength(0)
  expect(await linesOf(ada)).toEqual([])
})

test('an account in another currency borrows in its own, up to the same worth', async () => {
  const ada = await t.customer()
  const fresh = { type: 'savings', currency: 'eur', name: 'Euro', now: t.clock.now() }
  const euro = await db.transaction((sql) => openAccount(sql, ada.id, fresh))
  expect(await ask(ada, { account: euro.publicId, amount: '4600.01' })).toMatchObject({
    message: messages.loanTooLarge,
  })
  expect(await ask(ada, { account: euro.publicId, amount: '4600' })).toMatchObject({ http: 200 })
  const [loan] = await listOf(ada)
  const granted = await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan?.Id ?? '' }))
  expect(granted).toMatchObject({ currency: 'eur', owedMinor: 4_600_00n })
  expect(await balance(db.sql, { accountId: euro.id })).toMatchObject({ balanceMinor: 4_600_00n })
})

test('only one loan is open at a time; another may follow a refusal', async () => {
  const ada = await t.customer()
  const refused = refusedWith('loan_open')
  const { data } = await ask(ada, {})
  expect(await ask(ada, {})).toEqual(refused)
  await db.transaction((sql) =>
    declineLoan(t.bank, sql, { id: (data as { Id: string }).Id, reason: 'Not this month' }),
  )
  const second = await ask(ada, {})
  expect(second).toMatchObject({ http: 200 })
  await db.transaction((sql) =>
    approveLoan(t.bank, sql, { id: (second.data as { Id: string }).Id }),
  )
  expect(await ask(ada, {})).toEqual(refused)
})

test('a thousand requests at once change no balance and leave one open loan', async () => {
  const ada = await t.customer({ balance: '10.00' })
  const fresh = { type: 'current', currency: 'gbp', name: 'Other', now: t.clock.now() }
  const other = await db.transaction((sql) => openAccount(sql, ada.id, fresh))
  const answers: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const asked = Array.from({ length: 100 }, (_, index) =>
      ask(ada, { account: index % 2 ? ada.account.publicId : other.publicId, amount: '100' }),
    )
    answers.push(...(await Promise.all(asked)).map(({ http }) => http))
  }
  expect(answers.filter((code) => code === 200)).toHaveLength(1)
  expect(answers.filter((code) => code === 409)).toHaveLength(999)
  expect(await openLoans(ada)).toHaveLength(1)
  expect(await balance(db.sql, { accountId: ada.account.id })).toMatchObject({
    balanceMinor: 10_00n,
    availableMinor: 10_00n,
  })
  expect(await balance(db.sql, { accountId: other.id })).toMatchObject({ balanceMinor: 0n })
  const pending = await db.sql`
    select from transactions where account_id in (${ada.account.id}, ${other.id}) and state = 'pending'`
  expect(pending).toHaveLength(1)
  expect(await t.findings()).toEqual([])
})

test('the same key asks once, however often it is sent, and never for another loan', async () => {
  const ada = await t.customer()
  const send = (amount: string) =>
    t.send(
      requestLoan,
      { account: ada.account.publicId, amount },
      { token: ada.token, headers: { 'idempotency-key': 'loan-1' } },
    )
  const replies = await Promise.all([send('300'), send('300'), send('300')])
  const bodies = replies.map((reply) => reply.body)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(bodies).size).toBe(1)
  expect(await linesOf(ada)).toHaveLength(1)
  const other = await send('301')
  expect(answerOf(other)).toEqual(refusedWith('key_reused'))
  // A key still answers when the loan has long been decided.
  const [loan] = await listOf(ada)
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan?.Id ?? '' }))
  expect((await send('300')).body).toBe(bodies[0])
})

test('nobody sees the loans of another', async () => {
  const [ada, bob] = [await t.customer(), await t.customer()]
  await ask(ada, {})
  expect(await listOf(bob)).toEqual([])
})

// shows D144
test('on a session that is not fresh a loan needs the PIN, and a code where one is used', async () => {
  const stale = async (flags: Record<string, boolean>) => {
    const who = await t.customer({ pin: '4821', flags })
    await db.sql`update sessions set fresh_until = null where customer_id = ${who.id}`
    return who
  }
  const ada = await stale({ UseOtp: false })
  expect(await ask(ada, {})).toEqual(refusedWith('approval_required'))
  expect(await ask(ada, { pin: '4822' })).toEqual(
    refusedWith('pin_wrong', { data: { triesLeft: 4 } }),
  )
  expect(await linesOf(ada)).toEqual([])
  expect(await ask(ada, { pin: '4821' })).toMatchObject({ http: 200 })

  const bob = await stale({ UseOtp: true })
  expect(await ask(bob, { pin: '4821' })).toEqual(refusedWith('otp_needed'))
  const order = { source_account: bob.account.publicId, amount: '1000.00', to: 'loan:' }
  expect((await t.ask(requestOtpByForm, { pin: '4821', ...order }, bob.token)).http).toBe(200)
  const [mail] = await t.mailTo(bob.email)
  expect(mail?.text).toContain(`confirm a loan of $1,000.00 to `)
  const otp = codeIn(mail)
  expect(await ask(bob, { pin: '4821', otp, amount: '1001' })).toEqual(refusedWith('otp_wrong'))
  expect(await ask(bob, { pin: '4821', otp })).toMatchObject({ http: 200 })
  // Transfers that are switched off keep nobody from borrowing.
  const eve = await stale({ UseOtp: false, AllowTransfer: false })
  expect(await ask(eve, { pin: '4821' })).toMatchObject({ http: 200 })
})

test('a code for a loan comes where transfers are off; for a transfer it does not, nor where nothing goes', async () => {
  const ada = await t.customer({ pin: '4821', flags: { UseOtp: true, AllowTransfer: false } })
  await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
  const loan = { source_account: ada.account.publicId, amount: '1000.00', to: 'loan:' }
  const wanted = (order: object) => t.ask(requestOtpByForm, { pin: '4821', ...order }, ada.token)
  expect(await wanted({})).toEqual(refusedWith('transfers_off'))
  expect(await wanted(loan)).toMatchObject({ http: 200 })
  const otp = codeIn((await t.mailTo(ada.email))[0])
  expect(await ask(ada, { pin: '4821', otp })).toMatchObject({ http: 200 })

  await db.sql`update customers set lock_otp = true where id = ${ada.id}`
  expect(await wanted(loan)).toEqual(refusedWith('otp_locked'))
  await db.sql`
    update customers set lock_otp = false, frozen_at = now() where id = ${ada.id}`
  expect(await wanted(loan)).toEqual(refusedWith('frozen'))
  const codes = (await t.mailTo(ada.email)).filter(({ text }) => text.includes('confirm a'))
  expect(codes).toHaveLength(1)
})

test('wrong PINs for a loan are counted like any others', async () => {
  const ada = await t.customer({ pin: '4821', flags: { UseOtp: false } })
  await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => ask(ada, { pin: '0000' })))
  expect(outcomes.filter(({ code }) => code === 'pin_wrong')).toHaveLength(5)
  expect(outcomes.filter(({ code }) => code === 'pin_locked')).toHaveLength(25)
})

test('every loan says where its line lies', async () => {
  await expectPlaced(db.sql, 'loans')
})
