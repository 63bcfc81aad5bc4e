import { type loans, messages, type Output, scheduleOf } from '@passbook/contract'
import { expect, test } from 'vitest'
import { Failure } from '#kernel/failure.ts'
import { internalAccount } from '#ledger/chart.ts'
import { balance, move } from '#ledger/ledger.ts'
import { readPage } from '#ledger/statement-lines.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { chargeInterest } from './charge-interest.ts'
import * as decide from './decide.ts'
import { askForLoan, loansOf } from './loans.ts'

const db = await testDb()
const t = await testBank(db)
const day = 24 * 3_600_000

type Order<F extends (...args: never[]) => unknown> = Parameters<F>[2]
const approveLoan = (order: Order<typeof decide.approveLoan>) =>
  db.transaction((sql) => decide.approveLoan(t.bank, sql, order))
const declineLoan = (order: Order<typeof decide.declineLoan>) =>
  db.transaction((sql) => decide.declineLoan(t.bank, sql, order))
const repayLoan = (order: Order<typeof decide.repayLoan>) =>
  db.transaction((sql) => decide.repayLoan(t.bank, sql, order))

async function asked(amount = 1_000_00n, balance?: string) {
  const who = await t.customer(balance ? { balance } : {})
  const id = await askForLoan(t.bank, who.id, { account: who.account.publicId, amount })
  return { who, id }
}

async function lent(amount?: bigint, balance?: string) {
  const { who, id } = await asked(amount, balance)
  await approveLoan({ id })
  return { who, id }
}

async function shown({ id }: TestCustomer): Promise<Output<typeof loans>['List'][number]> {
  const [loan] = (await loansOf(t.bank, id)).List
  if (!loan) throw new Error('there is a loan')
  return loan
}

const moneyOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

const linesOf = async ({ account }: TestCustomer) =>
  (await readPage(db.sql, { accountId: account.id, page: 1, perPage: 50 })).lines

const refused = (code: string) => expect.objectContaining({ code })

// shows D3 D9
test('an approved loan is lent from its own receivable, with a plan to the cent', async () => {
  const { who, id } = await asked()
  expect(await approveLoan({ id })).toEqual({
    publicId: id,
    state: 'active',
    currency: 'usd',
    principalMinor: 1_000_00n,
    owedMinor: 1_000_00n,
  })
  expect(await moneyOf(who)).toBe(1_000_00n)
  expect(await linesOf(who)).toMatchObject([{ state: 'completed', type: 'credit' }])
  const [receivable] = await db.sql`
    select balance_minor from ledger_accounts where code = ${`loan:${id}`}`
  expect(receivable).toEqual({ balance_minor: -1_000_00n })
  const loan = await shown(who)
  expect(loan).toMatchObject({ State: 'active', Outstanding: 1_000_00n, Interest: 66_19n })
  expect(loan.Schedule).toHaveLength(12)
  expect(loan.Schedule.reduce((total, { Principal }) => total + Principal, 0n)).toBe(1_000_00n)
  expect(loan.NextDue).toEqual({ Date: loan.Schedule[0]?.Date, Amount: 88_85n })
  expect(loan.Schedule.every(({ Paid }) => !Paid)).toBe(true)
  expect(await t.findings()).toEqual([])
})

test('a loan is decided once, also by two at the same moment', async () => {
  const { who, id } = await asked()
  const outcomes = await Promise.allSettled([
    approveLoan({ id }),
    approveLoan({ id }),
    declineLoan({ id, reason: 'No' }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refused('not_pending'))
  }
  expect([0n, 1_000_00n]).toContain(await moneyOf(who))
  expect((await shown(who)).Schedule.length % 12).toBe(0)
})

// shows D73
test('a declined loan is a failed line with the reason', async () => {
  const { who, id } = await asked()
  await expect(declineLoan({ id, reason: ' ' })).rejects.toEqual(refused('invalid'))
  expect(await declineLoan({ id, reason: 'Income is too low' })).toMatchObject({
    state: 'declined',
    owedMinor: 0n,
  })
  expect(await linesOf(who)).toMatchObject([
    { state: 'failed', failureReason: 'Income is too low' },
  ])
  expect(await shown(who)).toMatchObject({
    ...{ State: 'declined', Reason: 'Income is too low', Outstanding: 0n, NextDue: null },
  })
  expect(await moneyOf(who)).toBe(0n)
  await expect(approveLoan({ id })).rejects.toEqual(refused('not_pending'))
  await expect(repayLoan({ id, amountMinor: 1n })).rejects.toEqual(refused('not_pending'))
})

test('an unknown loan is said to be unknown; the line of a loan names it too', async () => {
  for (const id of ['', 'nonsense', '6f1c6f0e-8f5d-4a33-9d6d-0d7b1f1f0a11']) {
    const no = new Failure('invalid', 'No loan has this id')
    await expect(approveLoan({ id })).rejects.toEqual(no)
    await expect(declineLoan({ id, reason: 'No' })).rejects.toEqual(no)
    await expect(repayLoan({ id, amountMinor: 1n })).rejects.toEqual(no)
  }
  const { who, id } = await asked()
  const [line] = await linesOf(who)
  expect(await approveLoan({ id: line?.id ?? '' })).toMatchObject({ publicId: id })
})

// shows D74
test('repayments lower what is owed until the loan is repaid', async () => {
  const { who, id } = await lent(1_000_00n, '100.00')
  expect(await repayLoan({ id, amountMinor: 88_85n })).toMatchObject({
    state: 'active',
    owedMinor: 911_15n,
  })
  const [line] = await linesOf(who)
  expect(line).toMatchObject({
    type: 'debit',
    amountMinor: 88_85n,
    purpose: 'loan',
    description: 'Loan repayment',
  })
  const loan = await shown(who)
  expect(loan.Schedule.map(({ Paid }) => Paid)).toEqual([true, ...Array(11).fill(false)])
  expect(loan.NextDue?.Date).toBe(loan.Schedule[1]?.Date)
  expect(await repayLoan({ id, amountMinor: 911_15n })).toMatchObject({ state: 'repaid' })
  const repaid = await shown(who)
  expect(repaid).toMatchObject({ State: 'repaid', Outstanding: 0n, Interest: 0n, NextDue: null })
  expect(repaid.Schedule.every(({ Paid }) => Paid)).toBe(true)
  expect(await moneyOf(who)).toBe(100_00n)
  await expect(repayLoan({ id, amountMinor: 1n })).rejects.toEqual(refused('not_pending'))
  expect(await t.findings()).toEqual([])
})

test('more than is owed or than is there is not taken', async () => {
  const { who, id } = await lent(1_000_00n, '500.00')
  await expect(repayLoan({ id, amountMinor: 1_000_01n })).rejects.toEqual(
    new Failure('bad_amount', 'Only 1000.00 usd is owed'),
  )
  for (const amountMinor of [0n, -1n]) {
    await expect(repayLoan({ id, amountMinor })).rejects.toEqual(refused('bad_amount'))
  }
  await move(db.sql, {
    at: t.clock.now(),
    day: t.clock.now().toISOString().slice(0, 10),
    kind: 'test',
    from: who.account.id,
    to: await internalAccount(db.sql, 'cash', 'usd', 0n),
    amountMinor: 1_400_00n,
    fromLine: { name: 'Counter' },
  })
  await expect(repayLoan({ id, amountMinor: 100_01n })).rejects.toEqual(
    new Failure('insufficient_funds', messages.insufficientFunds),
  )
  expect(await moneyOf(who)).toBe(100_00n)
  // Twenty at once take what is there and not more.
  const tries = Array.from({ length: 20 }, () => repayLoan({ id, amountMinor: 10_00n }))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await shown(who)).toMatchObject({ Outstanding: 900_00n })
})

test('interest is charged on each due date, once, by however many workers', async () => {
  const { who, id } = await lent(1_000_00n, '2000.00')
  await chargeInterest(t.bank)
  expect(await shown(who)).toMatchObject({ Outstanding: 1_000_00n })
  t.clock.advance(32 * day)
  await Promise.all([chargeInterest(t.bank), chargeInterest(t.bank), chargeInterest(t.bank)])
  expect(await chargeInterest(t.bank)).toBe(0)
  expect(await shown(who)).toMatchObject({ Outstanding: 1_010_00n, Interest: 66_19n })
  await repayLoan({ id, amountMinor: 88_85n })
  const plan = scheduleOf({
    principalMinor: 1_000_00n,
    rateBps: 1200,
    months: 12,
    from: '2027-01-01',
  })
  for (const { principalMinor, interestMinor } of plan.slice(1)) {
    t.clock.advance(31 * day)
    expect(await chargeInterest(t.bank)).toBeGreaterThan(0)
    await repayLoan({ id, amountMinor: principalMinor + interestMinor })
  }
  expect(await shown(who)).toMatchObject({ State: 'repaid', Outstanding: 0n, Interest: 66_19n })
  expect(await moneyOf(who)).toBe(2_000_00n - 66_19n)
  expect(await t.findings()).toEqual([])
})

test('a loan that breaks is set aside, ever longer, and keeps no other waiting', async () => {
  const [broken, sound] = [await lent(), await lent()]
  const [{ loan } = { loan: 0n }] = await db.sql<{ loan: bigint }>`
    select id as loan from loans where public_id = ${broken.id}`
  t.clock.advance(32 * day)
  await db.script(`
    alter table loan_instalments add constraint broken
    check (loan_id <> ${loan} or charged_at is null)`)
  const troubles: { loanId: bigint; number: number; error: unknown }[] = []
  const run = () => chargeInterest(t.bank, { onTrouble: (one) => troubles.push(one) })
  await expect(run()).rejects.toThrow('broken')
  const error = expect.objectContaining({ message: expect.stringContaining('broken') })
  expect(troubles).toEqual([{ loanId: loan, number: 1, error }])
  expect(await shown(broken.who)).toMatchObject({ Outstanding: 1_000_00n })
  expect(await shown(sound.who)).toMatchObject({ Outstanding: 1_010_00n })
  expect(await run()).toBe(0)
  t.clock.advance(31_000)
  await expect(run()).rejects.toThrow('broken')
  t.clock.advance(31_000)
  expect(await run()).toBe(0)
  await db.script('alter table loan_instalments drop constraint broken')
  t.clock.advance(31_000)
  expect(await run()).toBe(1)
  expect(await shown(broken.who)).toMatchObject({ Outstanding: 1_010_00n })
  expect(await t.findings()).toEqual([])
})

test('no month of a loan is charged before one that was set aside', async () => {
  const { who, id } = await lent()
  const [{ loan } = { loan: 0n }] = await db.sql<{ loan: bigint }>`
    select id as loan from loans where public_id = ${id}`
  t.clock.advance(65 * day)
  await db.script(`
    alter table loan_instalments add constraint broken
    check (loan_id <> ${loan} or number > 1 or charged_at is null)`)
  await expect(chargeInterest(t.bank)).rejects.toThrow('broken')
  expect(await chargeInterest(t.bank)).toBe(0)
  expect(await shown(who)).toMatchObject({ Outstanding: 1_000_00n })
  await db.script('alter table loan_instalments drop constraint broken')
  t.clock.advance(31_000)
  expect(await chargeInterest(t.bank)).toBe(2)
  const [first, second] = (await shown(who)).Schedule
  const interest = (first?.Interest ?? 0n) + (second?.Interest ?? 0n)
  expect(await shown(who)).toMatchObject({ Outstanding: 1_000_00n + interest })
})

test('a worker that comes back after months charges every month that passed', async () => {
  const { who } = await lent()
  t.clock.advance(95 * day)
  await chargeInterest(t.bank)
  const charged = (await shown(who)).Schedule.slice(0, 3)
  const interest = charged.reduce((total, { Interest }) => total + Interest, 0n)
  expect(await shown(who)).toMatchObject({ Outstanding: 1_000_00n + interest })
})

test('the months of a loan that was repaid early wait for nobody', async () => {
  const { who, id } = await lent(100_00n, '50.00')
  await repayLoan({ id, amountMinor: 100_00n })
  const open = await db.sql`
    select 1 from loan_instalments i join loans l on l.id = i.loan_id
    where l.public_id = ${id} and i.charged_at is null`
  expect(open).toEqual([])
  expect(await shown(who)).toMatchObject({ State: 'repaid', Interest: 0n })
})

test('money paid back early costs no more interest', async () => {
  const { who, id } = await lent()
  await repayLoan({ id, amountMinor: 900_00n })
  // The first instalment is paid; the second is as high as ever, and the third is the last.
  const { NextDue, Schedule } = await shown(who)
  expect(NextDue).toEqual({ Date: Schedule[1]?.Date, Amount: 88_85n })
  expect(Schedule).toHaveLength(3)
  t.clock.advance(32 * day)
  await chargeInterest(t.bank)
  expect(await shown(who)).toMatchObject({ Outstanding: 101_00n })
  const tiny = await lent(10n)
  t.clock.advance(32 * day)
  await chargeInterest(t.bank)
  expect(await shown(tiny.who)).toMatchObject({ Outstanding: 10n, Interest: 0n })
  expect(await t.findings()).toEqual([])
})

// shows D73
test('a demo decides after some seconds, also in two processes at once', async () => {
  const { who } = await asked()
  await decide.decideWaitingLoans(t.bank)
  expect(await shown(who)).toMatchObject({ State: 'requested' })
  t.clock.advance(4_001)
  await Promise.all([decide.decideWaitingLoans(t.bank), decide.decideWaitingLoans(t.bank)])
  expect(await shown(who)).toMatchObject({ State: 'active', Outstanding: 1_000_00n })
  expect(await t.findings()).toEqual([])
})
