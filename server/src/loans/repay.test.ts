import {
  afterPayment,
  createAccount,
  type Loan,
  loans,
  monthlyInterest,
  type Output,
  owedToday,
  repayLoan,
  requestOtpByForm,
  type Sent,
  standingOf,
  toDecimal,
  transactionReceipt,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { expectPlaced } from '#testing/references.ts'
import { answerOf, codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { chargeInterest } from './charge-interest.ts'
import { approveLoan, repayLoan as repayByOperator } from './decide.ts'
import { askForLoan } from './loans.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
const dayMs = 24 * 3_600_000

type Who = TestCustomer & { loan: string }

async function lend<C extends TestCustomer>(who: C, amount = 1_000_00n): Promise<C & Who> {
  const loan = await askForLoan(t.bank, who.id, { account: who.account.publicId, amount })
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  return { ...who, loan }
}

async function borrower(options: { balance?: string; amount?: bigint; useOtp?: boolean } = {}) {
  const { balance = '2000.00', amount, useOtp = false } = options
  return lend(await t.customer({ pin: '4821', balance, flags: { UseOtp: useOtp } }), amount)
}

type Fields = Partial<Sent<typeof repayLoan>>

async function pay(who: Who, fields: Fields, key?: string) {
  const order = { id: who.loan, account: who.account.publicId, pin: '4821', amount: '', ...fields }
  const headers = key ? { 'idempotency-key': key } : {}
  return answerOf(await t.send(repayLoan, order, { token: who.token, headers }))
}

async function shown({ token }: Pick<Who, 'token'>): Promise<Loan> {
  const { data } = await t.ask(loans, {}, token)
  const list = loans.response.parse(data) as Output<typeof loans>
  const [loan] = list.List
  if (!loan) throw new Error('there is a loan')
  return loan
}

function standing(loan: Loan) {
  const found = standingOf(loan)
  if (!found) throw new Error('something is owed')
  return found
}

const moneyOf = async ({ account }: Pick<Who, 'account'>) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

const later = async (who: Who, days: number): Promise<Who> => {
  t.clock.advance(days * dayMs)
  return { ...who, token: await t.signInAgain(who) }
}

// shows D153
test('the next instalment is paid from an own account, with a receipt, and what follows is as told', async () => {
  const ada = await borrower()
  const before = standing(await shown(ada))
  const told = afterPayment(before, 88_85n)
  const reply = await pay(ada, { amount: '88.85', pay: 'next' })
  expect(reply, JSON.stringify(reply)).toMatchObject({
    http: 200,
    message: 'Your repayment is booked',
    data: { Amount: '88.85', Interest: '0.00', Extra: '0.00', Outstanding: '911.15' },
  })
  const { Id } = reply.data as { Id: string }
  const receipt = await t.ask(transactionReceipt, { transactionId: Id }, ada.token)
  expect(receipt.data).toMatchObject({ Purpose: 'loan', Type: 'debit', Amount: '88.85' })
  const loan = await shown(ada)
  expect(loan.NextDue?.Date).toBe(told.nextOn)
  expect(loan.Schedule.at(-1)?.Date).toBe(told.lastOn)
  expect(loan.Schedule.map(({ Paid }) => Paid)).toEqual([true, ...Array(11).fill(false)])
  expect(loan.Interest).toBe(66_19n - told.savedMinor)
  expect(loan.Payments).toMatchObject([{ Id, Amount: 88_85n, Extra: 0n, Automatic: false }])
  expect(await moneyOf(ada)).toBe(2_911_15n)
  await expectPlaced(db.sql, 'loan_payments')
  expect(await t.findings()).toEqual([])
})

// shows D153
test('an extra payment keeps the instalment and shortens the loan; interest is counted to the day', async () => {
  let ada = await borrower()
  const [first] = standing(await shown(ada)).months
  if (!first) throw new Error('a loan has months')
  ada = await later(ada, 14)
  const before = standing(await shown(ada))
  const days = (Date.parse(first.dueOn) - Date.parse(first.from)) / dayMs
  const fortnight = owedToday(before) - 1_000_00n
  expect(fortnight).toBe(BigInt(Math.round((10_00 * 14) / days)))
  const told = afterPayment(before, 500_00n)
  expect(await pay(ada, { amount: '500.00' })).toMatchObject({
    http: 200,
    data: {
      Interest: toDecimal(fortnight),
      Extra: '411.15',
      Outstanding: toDecimal(told.owedMinor),
      LastDue: told.lastOn,
    },
  })
  const loan = await shown(ada)
  expect(loan.Schedule).toHaveLength(told.months.length)
  expect(told.months.length).toBeLessThan(12)
  const dues = loan.Schedule.map(({ Principal, Interest }) => Principal + Interest)
  expect(new Set(dues.slice(0, -1))).toEqual(new Set([88_85n]))
  expect(loan.Interest).toBe(66_19n - told.savedMinor)
  // What the plan says is what is charged and paid, to the cent.
  for (const row of loan.Schedule.slice(1)) {
    ada = await later(ada, (Date.parse(row.Date) - t.clock.now().getTime()) / dayMs + 0.1)
    await chargeInterest(t.bank)
    const due = toDecimal(row.Principal + row.Interest)
    expect(await pay(ada, { amount: due, pay: 'next' })).toMatchObject({ http: 200 })
  }
  expect(await shown(ada)).toMatchObject({
    ...{ State: 'repaid', Outstanding: 0n, NextDue: null, Interest: loan.Interest },
  })
  expect(await moneyOf(ada)).toBe(2_000_00n - loan.Interest)
  expect(await t.findings()).toEqual([])
})

// shows D153
test('all of it ends the loan and its interest; a sum that has changed since is told anew', async () => {
  let ada = await borrower()
  ada = await later(ada, 7)
  const owed = toDecimal(owedToday(standing(await shown(ada))))
  ada = await later(ada, 1)
  const now = owedToday(standing(await shown(ada)))
  expect(toDecimal(now)).not.toBe(owed)
  expect(await pay(ada, { amount: owed, pay: 'all' })).toEqual(
    refusedWith('loan_sum_changed', { data: { owed: toDecimal(now) } }),
  )
  expect(await pay(ada, { amount: '88.84', pay: 'next' })).toEqual(
    refusedWith('loan_sum_changed', {
      message: 'What you owe has changed. Look at the sum again',
      data: { owed: toDecimal(now) },
    }),
  )
  expect(await pay(ada, { amount: toDecimal(now + 1n) })).toEqual(
    refusedWith('bad_amount', {
      message: `Only $${toDecimal(now).replace(/^1/, '1,')} is owed today`,
      data: { owed: toDecimal(now) },
    }),
  )
  expect(await pay(ada, { amount: toDecimal(now), pay: 'all' })).toMatchObject({
    http: 200,
    data: { Outstanding: '0.00', LastDue: null, Interest: toDecimal(now - 1_000_00n) },
  })
  const paidUp = await moneyOf(ada)
  ada = await later(ada, 40)
  await chargeInterest(t.bank)
  const loan = await shown(ada)
  expect(loan).toMatchObject({ State: 'repaid', Outstanding: 0n, Interest: now - 1_000_00n })
  expect(loan.Standing).toBeUndefined()
  expect(await moneyOf(ada)).toBe(paidUp)
  expect(await pay(ada, { amount: '1.00' })).toEqual(
    refusedWith('loan_not_owed', { message: 'Nothing is owed on this loan' }),
  )
  expect(await t.findings()).toEqual([])
})

test('twenty at once never pay back more than is owed', async () => {
  const ada = await borrower({ balance: '5000.00' })
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => pay(ada, { amount: '100.00' })),
  )
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(10)
  for (const reply of replies.filter(({ http }) => http !== 200)) {
    expect(reply).toEqual(refusedWith('loan_not_owed'))
  }
  expect(await moneyOf(ada)).toBe(5_000_00n)
  expect(await shown(ada)).toMatchObject({ State: 'repaid', Outstanding: 0n })
  expect(await t.findings()).toEqual([])
})

test('interest and repayments at the same moment charge each day once', async () => {
  let ada = await borrower()
  ada = await later(ada, 40)
  const before = standing(await shown(ada))
  const told = afterPayment(before, 50_00n)
  await Promise.all([
    chargeInterest(t.bank),
    pay(ada, { amount: '50.00' }),
    chargeInterest(t.bank),
    chargeInterest(t.bank),
  ])
  expect(standing(await shown(ada))).toMatchObject({ owedMinor: told.owedMinor })
  const [sum] = await db.sql<{ interest: bigint }>`
    select -sum(p.amount_minor)::int8 as interest
    from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where a.code = ${`loan:${ada.loan}`} and p.amount_minor < 0`
  const first = monthlyInterest(1_000_00n, 1200)
  expect(sum?.interest).toBe(1_000_00n + first + told.interestMinor)
  expect(await t.findings()).toEqual([])
})

test('a repayment that dies before its commit has done nothing', async () => {
  let ada = await borrower()
  ada = await later(ada, 5)
  const before = await shown(ada)
  await db.script(`alter table loan_payments add constraint dies check (amount_minor <> 12345)`)
  expect((await pay(ada, { amount: '123.45' }, 'dying')).http).toBe(500)
  await db.script('alter table loan_payments drop constraint dies')
  expect(await shown(ada)).toEqual(before)
  expect(await moneyOf(ada)).toBe(3_000_00n)
  // The key was not used up: the client's next try pays.
  expect(await pay(ada, { amount: '123.45' }, 'dying')).toMatchObject({ http: 200 })
})

test('the same key pays once, however often it is sent, and nothing else', async () => {
  const ada = await borrower()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => pay(ada, { amount: '1000.00', pay: 'all' }, 'one')),
  )
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(replies[0]).toMatchObject({ http: 200 })
  expect(await moneyOf(ada)).toBe(2_000_00n)
  expect(await pay(ada, { amount: '999.00' }, 'one')).toEqual(refusedWith('key_reused'))
})

test('another currency is refused clearly, and so is too little money', async () => {
  const ada = await borrower({ balance: '1.00' })
  const euros = await t.ask(createAccount, { accountName: 'Euro', currency: 'eur' }, ada.token)
  const { Id } = euros.data as { Id: string }
  expect(await pay(ada, { amount: '10.00', account: Id })).toEqual(
    refusedWith('currency_mismatch', {
      message: 'Choose an account in the currency of the loan',
      field: 'account',
    }),
  )
  const empty = await t.ask(createAccount, { accountName: 'Empty', currency: 'usd' }, ada.token)
  const { Id: account } = empty.data as { Id: string }
  expect(await pay(ada, { amount: '10.00', account })).toEqual(refusedWith('insufficient_funds'))
  expect(await shown(ada)).toMatchObject({ Outstanding: 1_000_00n })
})

test('nobody pays, nor switches, on the loan of another', async () => {
  const [ada, eve] = [await borrower(), await borrower()]
  expect(await pay({ ...eve, loan: ada.loan }, { amount: '10.00' })).toEqual(
    refusedWith('not_yours', { message: 'This loan is not available to you', field: 'id' }),
  )
})

// shows D153
test('a repayment is approved by PIN, a code that names it, or a passkey', async () => {
  const ada = await borrower({ useOtp: true })
  expect(await pay(ada, { amount: '50.00', pin: '' })).toEqual(refusedWith('approval_required'))
  expect(await pay(ada, { amount: '50.00', pin: '0000' })).toEqual(
    refusedWith('pin_wrong', { data: { triesLeft: 4 } }),
  )
  expect(await pay(ada, { amount: '50.00' })).toEqual(refusedWith('otp_needed'))
  const order = { source_account: ada.account.publicId, amount: '50.00', to: `repay:${ada.loan}` }
  expect((await t.ask(requestOtpByForm, { pin: '4821', ...order }, ada.token)).http).toBe(200)
  const [mail] = await t.mailTo(ada.email)
  expect(mail?.text).toContain('confirm $50.00 to your loan, as a repayment:')
  const otp = codeIn(mail)
  expect(await pay(ada, { amount: '51.00', otp })).toEqual(refusedWith('otp_wrong'))
  expect(await pay(ada, { amount: '50.00', otp })).toMatchObject({ http: 200 })

  const bob = await lend(await passkeyOwner(t, { pin: '4821' }))
  const named = { source_account: bob.account.publicId, amount: '50.00', to: `repay:${bob.loan}` }
  const approval = await signatureOver(t, bob, named)
  const other = await pay(bob, { amount: '60.00', pin: '', approval })
  expect(other).toMatchObject({ http: 422, code: 'passkey_refused' })
  const again = await signatureOver(t, bob, named)
  const paid = await pay(bob, { amount: '50.00', pin: '', approval: again })
  expect(paid).toMatchObject({ http: 200 })
  const { Id } = paid.data as { Id: string }
  const receipt = await t.ask(transactionReceipt, { transactionId: Id }, bob.token)
  expect(receipt.data).toMatchObject({ Approval: expect.anything() })
})

test('who is frozen, or may not send money, pays nothing back', async () => {
  const ada = await borrower()
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await pay(ada, { amount: '50.00' })).toEqual(refusedWith('frozen'))
  await db.sql`update customers set frozen_at = null, allow_transfer = false where id = ${ada.id}`
  expect(await pay(ada, { amount: '50.00' })).toEqual(refusedWith('transfers_off'))
})

test('payments that the operator booked before are counted as what they paid', async () => {
  let ada = await borrower()
  ada = await later(ada, 40)
  await chargeInterest(t.bank)
  const operator = (amountMinor: bigint) =>
    db.transaction((sql) => repayByOperator(t.bank, sql, { id: ada.loan, amountMinor }))
  await operator(88_85n)
  // As a bank of before this was counted has it.
  await db.sql`update loans set interest_paid_minor = null where public_id = ${ada.loan}`
  const now = standing(await shown(ada))
  expect(await pay(ada, { amount: toDecimal(owedToday(now)), pay: 'all' })).toMatchObject({
    data: { Interest: '0.00', Outstanding: '0.00' },
  })
  expect(await t.findings()).toEqual([])
})
