import { owedToday, scheduleOf, toDecimal } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import * as ledger from '#ledger/ledger.ts'
import { isOwed, type LoanRow, lockedLoan, owedOn } from './loan-rows.ts'
import { broughtUp, payBack } from './pay-back.ts'

/** What the operator is told about a loan after something was done to it. */
export type DecidedLoan = {
  publicId: string
  state: 'active' | 'declined' | 'repaid'
  currency: string
  principalMinor: bigint
  owedMinor: bigint
}

type Clocked = Pick<Bank, 'clock' | 'config'>

/** Grants a loan: the money is lent from a receivable of its own, to be paid back month by month. */
export async function approveLoan(
  bank: Clocked,
  sql: Sql,
  { id }: { id: string },
): Promise<DecidedLoan> {
  const loan = await requested(sql, id)
  const moment = momentOf(bank)
  const receivable = await ledger.openAccount(sql, {
    code: `loan:${loan.publicId}`,
    currency: loan.currency,
    at: moment.at,
  })
  await ledger.settle(sql, {
    ...moment,
    transactionId: loan.transactionId,
    counter: receivable.id,
    kind: 'loan.lent',
    memo: loan.publicId,
  })
  await sql`
    update loans set state = 'active', ledger_id = ${receivable.id}, decided_at = ${moment.at}
    where id = ${loan.id}`
  for (const month of scheduleOf({ ...loan, from: moment.day })) {
    await sql`
      insert into loan_instalments(loan_id, number, due_on, principal_minor, interest_minor)
      values (${loan.id}, ${month.number}, ${month.dueOn}, ${month.principalMinor},
        ${month.interestMinor})`
  }
  return told(loan, 'active', loan.principalMinor)
}

/** Refuses a loan; its line on the statement says why. */
export async function declineLoan(
  bank: Clocked,
  sql: Sql,
  { id, reason }: { id: string; reason: string },
): Promise<DecidedLoan> {
  const why = reason.trim()
  if (!why || why.length > 200) throw new Failure('invalid', 'Say why, in at most 200 characters')
  const loan = await requested(sql, id)
  const at = bank.clock.businessNow()
  await ledger.fail(sql, { transactionId: loan.transactionId, reason: why, at })
  await sql`update loans set state = 'declined', decided_at = ${at} where id = ${loan.id}`
  return told(loan, 'declined', 0n)
}

/** Pays back from the account that the loan went to; never more than is owed, once for each key. */
export async function repayLoan(
  bank: Clocked,
  sql: Sql,
  { id, amountMinor, once }: { id: string; amountMinor: bigint; once?: ledger.Once | undefined },
): Promise<DecidedLoan & { replayed: boolean }> {
  const loan = await lockedLoan(sql, id)
  // Before the checks: what the first one paid may have been all that was owed.
  if (once && loan.ledgerId !== null && (await ledger.replayOf(sql, once))) {
    const owed = await owedOn(sql, loan.ledgerId)
    return { ...told(loan, owed > 0n ? 'active' : 'repaid', owed), replayed: true }
  }
  if (!isOwed(loan)) {
    throw new Failure('not_pending', `Nothing is owed: the loan is ${loan.state}`)
  }
  if (amountMinor < 1n) throw refusal('bad_amount')
  const standing = await broughtUp(bank, sql, loan)
  const owed = owedToday(standing)
  if (amountMinor > owed) {
    throw new Failure('bad_amount', `Only ${toDecimal(owed)} ${loan.currency} is owed`)
  }
  const payment = { accountId: loan.accountId, amountMinor, by: 'operator', once } as const
  const { after } = await payBack(bank, sql, { loan, standing }, payment)
  const state = after.owedMinor > 0n ? 'active' : 'repaid'
  return { ...told(loan, state, after.owedMinor), replayed: false }
}

/** What would have to be paid today to owe nothing any more. */
export async function owedNow(bank: Clocked, sql: Sql, id: string): Promise<bigint> {
  const loan = await lockedLoan(sql, id)
  return isOwed(loan) ? owedToday(await broughtUp(bank, sql, loan)) : 0n
}

const demoDecidesAfterMs = 4_000

/** Stands in for the operator in a demo: grants what has waited a few seconds. */
export async function decideWaitingLoans(bank: Bank): Promise<number> {
  const before = new Date(bank.clock.businessNow().getTime() - demoDecidesAfterMs)
  const waiting = await bank.db.sql<{ publicId: string }>`
    select public_id as "publicId" from loans
    where state = 'requested' and requested_at <= ${before} order by id`
  let granted = 0
  for (const { publicId } of waiting) {
    try {
      await bank.db.transaction((sql) => approveLoan(bank, sql, { id: publicId }))
      granted += 1
    } catch (error) {
      // Another process, or the operator, was faster.
      if (!(error instanceof Failure) || error.code !== 'not_pending') throw error
    }
  }
  return granted
}

async function requested(sql: Sql, id: string): Promise<LoanRow> {
  const loan = await lockedLoan(sql, id)
  if (loan.state !== 'requested') {
    throw new Failure('not_pending', `This loan is already ${loan.state}`)
  }
  return loan
}

function told(
  { publicId, currency, principalMinor }: LoanRow,
  state: DecidedLoan['state'],
  owedMinor: bigint,
): DecidedLoan {
  return { publicId, state, currency, principalMinor, owedMinor }
}
