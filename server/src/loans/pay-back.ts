import {
  afterPayment,
  chargedOf,
  type LoanAfter,
  type LoanStanding,
  paidIn,
} from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { chargeLoan } from './charge-interest.ts'
import { dateAfter, type OwedLoan, standingOn } from './loan-rows.ts'

type Clocked = Pick<Bank, 'clock' | 'config'>

/** Charges what has come due on a locked loan, and says how it stands then. */
export async function broughtUp(bank: Clocked, sql: Sql, loan: OwedLoan): Promise<LoanStanding> {
  await chargeLoan(bank, sql, loan.id)
  return standingOn(bank, sql, loan)
}

type Payment = {
  /** The customer's account that pays. */
  accountId: bigint
  amountMinor: bigint
  by: 'customer' | 'automatic' | 'operator'
  once?: ledger.Once | undefined
}

export type PaidBack = { line: ledger.PostedLine; interestMinor: bigint; after: LoanAfter }

/** What a statement says of a repayment. */
export const repaymentLine = ({ publicId }: Pick<OwedLoan, 'publicId'>): ledger.LineDetails => ({
  purpose: 'loan',
  method: 'loan',
  gateway: 'passbook',
  name: 'Quick loan',
  description: 'Loan repayment',
  reference: publicId,
})

/**
 * Pays back on a locked loan, in the caller's transaction: one entry charges the interest to today and
 * pays interest and principal, then the plan follows. The amount is no more than is owed today.
 */
export async function payBack(
  bank: Clocked,
  sql: Sql,
  { loan, standing }: { loan: OwedLoan; standing: LoanStanding },
  { accountId, amountMinor, by, once }: Payment,
): Promise<PaidBack> {
  const moment = momentOf(bank)
  const after = afterPayment(standing, amountMinor)
  const charged = sum(after.months.map(chargedOf))
  const before = loan.interestPaidMinor ?? interestPaidBefore(standing)
  const interestMinor = least(amountMinor, charged - before)
  const posted = await ledger.post(sql, {
    ...moment,
    ...(once && { once }),
    kind: 'loan.repaid',
    memo: loan.publicId,
    legs: [
      { accountId, ownerId: loan.customerId, amountMinor: -amountMinor, line: repaymentLine(loan) },
      ...(await accrualLegs(sql, loan, after.interestMinor)),
      { accountId: loan.ledgerId, amountMinor: interestMinor },
      { accountId: loan.ledgerId, amountMinor: amountMinor - interestMinor },
    ].filter((leg) => leg.amountMinor !== 0n),
  })
  const [line] = posted.lines
  if (!line) throw new Error('a repayment writes a statement line')
  await keepPlan(sql, loan, { after, at: moment.at })
  await sql`
    update loans set extra_minor = ${after.extraMinor},
      interest_paid_minor = ${before + interestMinor},
      state = ${after.owedMinor === 0n ? 'repaid' : 'active'}
    where id = ${loan.id}`
  await keepTurn(bank, sql, loan, { after, by })
  await sql`
    insert into loan_payments(loan_id, transaction_id, account_id, line, amount_minor,
      interest_minor, extra_minor, owed_minor, last_on, by, approval, paid_at)
    values (${loan.id}, ${line.id}, ${accountId}, ${line.line}, ${amountMinor}, ${interestMinor},
      ${after.extraNowMinor}, ${after.owedMinor}, ${after.lastOn}, ${by},
      ${by === 'automatic' ? loan.autoApproval : null}, ${moment.at})`
  return { line, interestMinor, after }
}

/**
 * When the automatic repayment has its next turn: where it has just paid, no sooner than on the next
 * due date, since one instalment a month was approved. A part of what is due, paid by hand, leaves it.
 */
async function keepTurn(
  { config }: Clocked,
  sql: Sql,
  { id }: OwedLoan,
  { after, by }: { after: LoanAfter; by: Payment['by'] },
): Promise<void> {
  const { nextOn, today } = after
  const overdue = nextOn !== null && nextOn <= today
  if (overdue && by !== 'automatic') return
  const on = overdue ? dateAfter(after) : nextOn
  await sql`
    update loans set auto_tries = 0, auto_trouble = null,
      auto_try_at = (${on}::date::timestamp at time zone ${config.bankZone})
    where id = ${id}`
}

/** Interest since the last charge: it is owed, and it is the bank's income. */
async function accrualLegs(sql: Sql, { ledgerId, currency }: OwedLoan, interestMinor: bigint) {
  if (interestMinor === 0n) return []
  const income = await internalAccount(sql, 'interest', currency, ledgerId)
  return [
    { accountId: ledgerId, amountMinor: -interestMinor },
    { accountId: income, amountMinor: interestMinor },
  ]
}

/** Of payments from before their interest was counted: they paid what was charged, as far as they went. */
function interestPaidBefore(standing: LoanStanding): bigint {
  return least(sum(standing.months.map(chargedOf)), paidIn(standing) + standing.extraMinor)
}

/** Writes the months as they are after a payment; those that fell away are gone. */
async function keepPlan(
  sql: Sql,
  { id }: OwedLoan,
  { after, at }: { after: LoanAfter; at: Date },
): Promise<void> {
  const open = after.months.filter(({ charged }) => !charged)
  const numbers = open.map(({ number }) => number)
  await sql`
    delete from loan_instalments
    where loan_id = ${id} and charged_at is null and number <> all(${numbers}::int4[])`
  // Nobody needs to look at the months of a loan that is repaid.
  const chargedAt = after.owedMinor === 0n ? at : null
  await sql`
    update loan_instalments i set principal_minor = u.principal, interest_minor = u.interest,
      accrued_minor = u.accrued, accrued_to = u.until, charged_at = ${chargedAt}
    from unnest(${numbers}::int4[], ${open.map((month) => month.principalMinor)}::int8[],
      ${open.map((month) => month.interestMinor)}::int8[],
      ${open.map((month) => month.accruedMinor)}::int8[],
      ${open.map((month) => month.accruedTo)}::date[]) u(number, principal, interest, accrued, until)
    where i.loan_id = ${id} and i.number = u.number and i.charged_at is null`
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
