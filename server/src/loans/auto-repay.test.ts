import {
  autoRepayLoan,
  type Loan,
  loans,
  notifications,
  type Output,
  repayLoan,
  requestOtpByForm,
  type Sent,
  toDecimal,
  transactionReceipt,
} from '@passbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { undoSince } from '#auth/void-since.ts'
import { fundAccount } from '#cli/fund.ts'
import { internalAccount } from '#ledger/chart.ts'
import { balance, closeAccount, move } from '#ledger/ledger.ts'
import { readPage } from '#ledger/statement-lines.ts'
import { passkeyOwner, signatureOver } from '#testing/passkey-owner.ts'
import { codeIn, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { payInstalments } from './auto-repay.ts'
import { approveLoan } from './decide.ts'
import { askForLoan } from './loans.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
const hourMs = 3_600_000

// Each test counts its own loans only.
afterEach(() => db.sql`update loans set auto_account_id = null`)

type Who = TestCustomer & { loan: string }

async function borrower(useOtp = false, balance = '2000.00'): Promise<Who> {
  const who = await t.customer({ pin: '4821', balance, flags: { UseOtp: useOtp } })
  return { ...who, loan: await lend(who) }
}

async function lend(who: TestCustomer): Promise<string> {
  const order = { account: who.account.publicId, amount: 1_000_00n }
  const loan = await askForLoan(t.bank, who.id, order)
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  return loan
}

const turn = (who: Who, fields: Partial<Sent<typeof autoRepayLoan>> = {}) => {
  const account = who.account.publicId
  return t.ask(
    autoRepayLoan,
    { id: who.loan, on: true, account, amount: '88.85', ...fields },
    who.token,
  )
}

async function shown(who: Who): Promise<Loan> {
  const { data } = await t.ask(loans, {}, await t.signInAgain(who))
  const [loan] = (loans.response.parse(data) as Output<typeof loans>).List
  if (!loan) throw new Error('there is a loan')
  return loan
}

const moneyOf = async ({ account }: Who) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

async function takeOut({ account }: Who, amountMinor: bigint) {
  const at = t.clock.now()
  const to = await internalAccount(db.sql, 'cash', 'usd', 0n)
  const day = at.toISOString().slice(0, 10)
  const order = {
    at,
    day,
    kind: 'test',
    from: account.id,
    to,
    amountMinor,
    fromLine: { name: 'x' },
  }
  await move(db.sql, order)
}

/** To a moment of the day on which an instalment of the loan is due. */
async function untilDue(who: Who, number: number, hour = 1) {
  const [row] = await db.sql<{ on: string }>`
    select i.due_on as "on" from loan_instalments i join loans l on l.id = i.loan_id
    where l.public_id = ${who.loan} and i.number = ${number}`
  t.clock.advance(Date.parse(`${row?.on}T00:00:00Z`) + hour * hourMs - t.clock.now().getTime())
}

// shows D153
test('each instalment is paid on its day, never before, once by however many workers', async () => {
  const ada = await borrower()
  expect(await turn(ada)).toMatchObject({ http: 200 })
  expect((await shown(ada)).AutoRepay).toEqual({
    Account: {
      Id: ada.account.publicId,
      Name: ada.account.name,
      Number: ada.account.number,
    },
  })
  const plan = (await shown(ada)).Schedule
  await untilDue(ada, 1, -1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  await untilDue(ada, 1)
  const runs = await Promise.all([1, 2, 3].map(() => payInstalments(t.bank)))
  expect(runs.reduce((sum, { paid }) => sum + paid, 0)).toBe(1)
  expect(await moneyOf(ada)).toBe(3_000_00n - 88_85n)
  // Paid on its day, a month costs what the plan says, and the last ends the loan.
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    await untilDue(ada, number)
    await payInstalments(t.bank)
  }
  const loan = await shown(ada)
  expect(loan).toMatchObject({ State: 'repaid', Outstanding: 0n })
  expect(loan.Payments?.map(({ Automatic }) => Automatic)).toEqual(Array(12).fill(true))
  const cost = plan.reduce((sum, { Interest }) => sum + Interest, 0n)
  expect(await moneyOf(ada)).toBe(2_000_00n - cost)
  expect(await t.findings()).toEqual([])
})

test('where the database has the day earlier than Node, the loan waits and is paid on its day', async () => {
  // Node reads an offset as ISO 8601 does, PostgreSQL as POSIX does: ten hours apart.
  const config = { ...t.bank.config, bankZone: '-05:00' }
  const ada = await borrower()
  await turn(ada)
  await untilDue(ada, 1)
  const bank = { ...t.bank, config }
  const now = t.bank.clock.businessNow()
  await db.sql`update loans set auto_try_at = ${now} where public_id = ${ada.loan}`
  const signal = AbortSignal.timeout(2_000)
  expect(await payInstalments(bank, { signal })).toEqual({ paid: 0, missed: 0 })
  const [row] = await db.sql<{ at: Date }>`
    select auto_try_at as at from loans where public_id = ${ada.loan}`
  expect(row?.at.getTime()).toBeGreaterThanOrEqual(now.getTime() + 10 * 60_000)
  await untilDue(ada, 1, 6)
  expect(await payInstalments(bank)).toEqual({ paid: 1, missed: 0 })
})

test('no month takes more than was approved: what is overdue is paid one instalment a month', async () => {
  const ada = await borrower()
  await turn(ada)
  // Months in which nobody looked.
  await untilDue(ada, 4)
  expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  expect(await moneyOf(ada)).toBe(3_000_00n - 88_85n)
  expect((await shown(ada)).NextDue?.Amount).toBe(3n * 88_85n)
  // Nor does a payment by hand bring on another one.
  const byHand = { id: ada.loan, account: ada.account.publicId, amount: '10.00', pin: '4821' }
  const token = await t.signInAgain(ada)
  expect(await t.ask(repayLoan, byHand, token)).toMatchObject({ http: 200 })
  t.clock.advance(24 * hourMs)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  for (const number of [5, 6, 7, 8, 9, 10, 11, 12]) {
    await untilDue(ada, number)
    expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  }
  // It goes on after the last date.
  for (let month = 1; month <= 3; month++) {
    expect(await shown(ada)).toMatchObject({ State: 'active' })
    t.clock.advance(31 * 24 * hourMs)
    expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  }
  const { Payments = [], State } = await shown(ada)
  expect(State).toBe('repaid')
  expect(Payments).toHaveLength(13)
  expect(Payments.every(({ Amount }) => Amount <= 88_85n)).toBe(true)
  expect(await t.findings()).toEqual([])
})

// shows D144 D153
test('the passkey that has approved it stands on the receipt of each instalment', async () => {
  const who = await passkeyOwner(t, { pin: '4821', balance: '2000.00' })
  const ada = { ...who, loan: await lend(who) }
  const to = `autorepay:${ada.loan}`
  const order = { source_account: ada.account.publicId, amount: '88.85', to }
  const approval = await signatureOver(t, who, order)
  expect(await turn(ada, { approval })).toMatchObject({ http: 200 })
  for (const number of [1, 2]) {
    await untilDue(ada, number)
    expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  }
  const token = await t.signInAgain(ada)
  for (const { Id } of (await shown(ada)).Payments ?? []) {
    const receipt = await t.ask(transactionReceipt, { transactionId: Id }, token)
    const { Approval } = receipt.data as { Approval: Record<string, string> }
    expect(JSON.parse(Approval.Order ?? '')).toMatchObject({ amount: '88.85', payee: to })
  }
  expect.assertions(5)
})

test('what was switched on since a thief came is switched off with the rest that he set up', async () => {
  const [ada, eve] = [await borrower(), await borrower()]
  await turn(ada)
  t.clock.advance(hourMs)
  const since = t.clock.now()
  expect(await turn({ ...eve, token: await t.signInAgain(eve) })).toMatchObject({ http: 200 })
  const words = await Promise.all(
    [ada, eve].map(({ id: customerId }) =>
      db.transaction((sql) =>
        undoSince(sql, { customerId, since, now: t.clock.now(), sparesKnown: false }),
      ),
    ),
  )
  expect(words).toEqual(['', 'stopped: automatic repayment of a loan'])
  const rows = await db.sql<{ on: boolean }>`
    select auto_account_id is not null as on from loans
    where public_id in (${ada.loan}, ${eve.loan}) order by id`
  expect(rows).toEqual([{ on: true }, { on: false }])
})

test('missed for lack of money it is told once, tried again and paid when there is some', async () => {
  const ada = await borrower(false, '10.00')
  await turn(ada)
  await takeOut(ada, 950_00n)
  await untilDue(ada, 1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  expect((await shown(ada)).AutoRepay).toMatchObject({ Trouble: 'Insufficient funds' })
  t.clock.advance(6 * hourMs + 1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
  const notices = await t.ask(notifications, {}, await t.signInAgain(ada))
  const waits = (notices.data as { List: { Title: string; Body: string }[] }).List.filter(
    ({ Title }) => Title === 'Loan instalment waits',
  )
  expect(waits).toHaveLength(1)
  expect(waits[0]?.Body).toMatch(
    /^\$88\.85, due \d\d \w{3} \d{4}: Insufficient funds\. We try again every 6 hours, 12 times\.$/,
  )
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number: ada.account.number, amount: '100.00' }),
  )
  t.clock.advance(6 * hourMs + 1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  expect((await shown(ada)).AutoRepay).not.toHaveProperty('Trouble')
  expect(await t.findings()).toEqual([])
})

test('after three days the date is over: a failed line says so, and it is told; the next due date pays one', async () => {
  const ada = await borrower(false, '10.00')
  await turn(ada)
  await takeOut(ada, 1_000_00n)
  await untilDue(ada, 1)
  for (let nth = 0; nth <= 12; nth++) {
    expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
    t.clock.advance(6 * hourMs + 1)
  }
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  const { lines } = await readPage(db.sql, { accountId: ada.account.id, page: 1, perPage: 1 })
  expect(lines).toMatchObject([{ state: 'failed', failureReason: 'Insufficient funds' }])
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number: ada.account.number, amount: '500.00' }),
  )
  const told = await db.sql<{ body: string; warns: boolean }>`
    select body, warns from notifications where customer_id = ${ada.id} order by id desc limit 2`
  expect(told.map(({ warns }) => warns)).toEqual([true, true])
  expect(told[0]?.body).toMatch(/: Insufficient funds\. We try again on \d\d \w{3} \d{4}\.$/)
  await untilDue(ada, 2)
  expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
  expect((await shown(ada)).Schedule.filter(({ Paid }) => Paid)).toHaveLength(1)
  expect(await t.findings()).toEqual([])
})

test('switched on again after a date is over, it pays what is overdue at once', async () => {
  const ada = await borrower(false, '10.00')
  await turn(ada)
  await takeOut(ada, 1_000_00n)
  await untilDue(ada, 1)
  for (let nth = 0; nth <= 12; nth++) {
    expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
    t.clock.advance(6 * hourMs + 1)
  }
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number: ada.account.number, amount: '500.00' }),
  )
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  expect(await turn({ ...ada, token: await t.signInAgain(ada) })).toMatchObject({ http: 200 })
  expect((await shown(ada)).AutoRepay).not.toHaveProperty('Trouble')
  expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
})

test('also after the last date it is tried again a month later', async () => {
  const ada = await borrower(false, '10.00')
  await turn(ada)
  await takeOut(ada, 1_000_00n)
  await untilDue(ada, 12)
  for (let nth = 0; nth <= 12; nth++) {
    expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
    t.clock.advance(6 * hourMs + 1)
  }
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  expect((await shown(ada)).AutoRepay).toMatchObject({ Trouble: 'Insufficient funds' })
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number: ada.account.number, amount: '500.00' }),
  )
  t.clock.advance(31 * 24 * hourMs)
  expect(await payInstalments(t.bank)).toEqual({ paid: 1, missed: 0 })
})

test('an account that is closed is told of, and pays no more', async () => {
  const ada = await borrower()
  await turn(ada)
  await takeOut(ada, 3_000_00n)
  await closeAccount(db.sql, { accountId: ada.account.id, at: t.clock.now() })
  await untilDue(ada, 1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 1 })
  const loan = await shown(ada)
  expect(loan.AutoRepay).toBeNull()
  expect(loan.AutoRepayEnded).toMatch(/closed/)
})

test('the next instalment switches it on where the last one is a cent more, and pays them all', async () => {
  const who = await t.customer({ balance: '2000.00' })
  const asked = { account: who.account.publicId, amount: 600_00n }
  const loan = await askForLoan(t.bank, who.id, asked)
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  const ada = { ...who, loan }
  const { NextDue, Schedule } = await shown(ada)
  const costs = Schedule.map(({ Principal, Interest }) => Principal + Interest)
  expect([NextDue?.Amount, costs.at(-1)]).toEqual([53_31n, 53_32n])
  expect(await turn(ada, { amount: '53.31' })).toMatchObject({ http: 200 })
  for (let number = 1; number <= 12; number += 1) {
    await untilDue(ada, number)
    expect(await payInstalments(t.bank), String(number)).toEqual({ paid: 1, missed: 0 })
  }
  const paid = await shown(ada)
  expect(paid).toMatchObject({ State: 'repaid', Outstanding: 0n })
  expect(paid.Payments?.map(({ Amount }) => Amount).reverse()).toEqual(costs)
})

test('the rest of a month, or what is overdue, is no instalment, and the refusal names that', async () => {
  const ada = await borrower()
  await t.ask(
    repayLoan,
    { id: ada.loan, amount: '20.00', account: ada.account.publicId, pin: '4821' } as never,
    ada.token,
  )
  const named = refusedWith('loan_sum_changed', {
    message: 'The instalment of this loan is $88.85',
    data: { instalment: '88.85' },
  })
  const amount = async () => toDecimal((await shown(ada)).NextDue?.Amount ?? 0n)
  expect(await amount()).toBe('68.85')
  const token = await t.signInAgain(ada)
  expect(await turn({ ...ada, token }, { amount: '68.85' })).toEqual(named)
  await untilDue(ada, 2)
  const due = await amount()
  expect(due).toBe('157.70')
  const later = { ...ada, token: await t.signInAgain(ada) }
  expect(await turn(later, { amount: due })).toEqual(named)
  expect(await turn(later, { amount: '88.85' })).toMatchObject({ http: 200 })
})

test('it is switched on with a fresh session or an approval of the instalment, and off by whoever is in', async () => {
  const ada = await borrower(true)
  expect(await turn(ada, { amount: '88.84' })).toEqual(
    refusedWith('loan_sum_changed', {
      message: 'The instalment of this loan is $88.85',
      data: { instalment: '88.85' },
    }),
  )
  await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
  expect(await turn(ada)).toEqual(refusedWith('approval_required'))
  expect(await turn(ada, { pin: '0000' })).toMatchObject({ code: 'pin_wrong' })
  const to = `autorepay:${ada.loan}`
  const order = { source_account: ada.account.publicId, amount: '88.85', to }
  await t.ask(requestOtpByForm, { pin: '4821', ...order }, ada.token)
  const [mail] = await t.mailTo(ada.email)
  expect(mail?.text).toContain('confirm $88.85 to your loan every month, as a repayment:')
  const approved = { pin: '4821', otp: codeIn(mail) }
  expect(await turn(ada, approved)).toMatchObject({ http: 200 })
  // Its answer was lost: the same again is what is set already.
  expect(await turn(ada, approved)).toMatchObject({ http: 200 })
  expect((await shown(ada)).AutoRepay).not.toBeNull()
  expect(await turn(ada, { on: false })).toMatchObject({ http: 200 })
  expect((await shown(ada)).AutoRepay).toBeNull()
  await untilDue(ada, 1)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
})

test('what breaks is set aside and keeps no other waiting', async () => {
  const [broken, sound] = [await borrower(), await borrower()]
  for (const who of [broken, sound]) await turn(who)
  await untilDue(sound, 1)
  const [row] = await db.sql<{ id: bigint }>`select id from loans where public_id = ${broken.loan}`
  await db.script(`
    alter table loan_payments add constraint broken check (loan_id <> ${row?.id ?? 0n})`)
  const troubles: unknown[] = []
  const run = () => payInstalments(t.bank, { onTrouble: (one) => troubles.push(one) })
  await expect(run()).rejects.toThrow('broken')
  const error = expect.objectContaining({ message: expect.stringContaining('broken') })
  expect(troubles).toEqual([{ loanId: row?.id, error }])
  expect((await shown(sound)).Payments).toHaveLength(1)
  expect((await shown(broken)).Payments).toEqual([])
  await db.script('alter table loan_payments drop constraint broken')
  t.clock.advance(hourMs + 1)
  expect(await run()).toEqual({ paid: 1, missed: 0 })
})
