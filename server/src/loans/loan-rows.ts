import {
  type CurrencyCode,
  type LoanMonth,
  type LoanStanding,
  messages,
  monthsAfter,
  uuid,
} from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { monthsBetween } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import * as ledger from '#ledger/ledger.ts'

export type LoanRow = {
  id: bigint
  publicId: string
  customerId: bigint
  /** Where the loan was paid out to. */
  accountId: bigint
  transactionId: string
  ledgerId: bigint | null
  principalMinor: bigint
  currency: CurrencyCode
  rateBps: number
  months: number
  state: 'requested' | 'active' | 'declined' | 'repaid'
  extraMinor: bigint
  interestPaidMinor: bigint | null
  autoAccountId: bigint | null
  /** The most that was approved for a month, and the passkey's approval of it. */
  autoMinor: bigint | null
  autoApproval: string | null
  autoTries: number
  /** Why the last instalment could not be paid in time. */
  autoTrouble: string | null
  autoTryAt: Date | null
}

/** A loan that is owed: it has a receivable. */
export type OwedLoan = LoanRow & { ledgerId: bigint }

/** Locks a loan by its own id or by that of its statement line, which the customer sees. */
export async function lockedLoan(sql: Sql, id: string): Promise<LoanRow> {
  const loan = uuid.test(id)
    ? await lockedWhere(sql, part`public_id = ${id} or transaction_id = ${id}`)
    : undefined
  if (!loan) throw new Failure('invalid', 'No loan has this id')
  return loan
}

/** Locks a loan of the customer; another's and an unknown one get the same answer. */
export async function ownLoan(sql: Sql, customerId: bigint, id: string): Promise<LoanRow> {
  const loan = uuid.test(id)
    ? await lockedWhere(sql, part`public_id = ${id} and customer_id = ${customerId}`)
    : undefined
  if (!loan) throw new Failure('not_yours', messages.loanUnknown, { field: 'id' })
  return loan
}

export async function lockedWhere(sql: Sql, which: SqlPart): Promise<LoanRow | undefined> {
  const [loan] = await sql<LoanRow>`
    select id, public_id as "publicId", customer_id as "customerId", account_id as "accountId",
      transaction_id as "transactionId", ledger_id as "ledgerId",
      principal_minor as "principalMinor", currency, rate_bps as "rateBps", months, state,
      extra_minor as "extraMinor", interest_paid_minor as "interestPaidMinor",
      auto_account_id as "autoAccountId", auto_minor as "autoMinor",
      auto_approval as "autoApproval", auto_tries as "autoTries", auto_trouble as "autoTrouble",
      auto_try_at as "autoTryAt"
    from loans where ${which} for update`
  return loan
}

export const isOwed = (loan: LoanRow): loan is OwedLoan =>
  loan.state === 'active' && loan.ledgerId !== null

/** What is owed on a receivable: it is the bank's money out, hence below zero. */
export async function owedOn(sql: Sql, ledgerId: bigint): Promise<bigint> {
  const { balanceMinor } = await ledger.balance(sql, { accountId: ledgerId })
  return -balanceMinor
}

/** When a month begins: on the due date before it, or when the loan was paid out. */
export const monthFrom = ({ bankZone }: Bank['config']): SqlPart =>
  part`coalesce((select e.due_on from loan_instalments e
    where e.loan_id = i.loan_id and e.number = i.number - 1),
    (l.decided_at at time zone ${bankZone})::date)`

/** The months of loans, those of each in their order. */
export async function monthsOf(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  loanIds: readonly bigint[],
): Promise<(LoanMonth & { loanId: bigint })[]> {
  return sql<LoanMonth & { loanId: bigint }>`
    select i.loan_id as "loanId", i.number, i.due_on as "dueOn",
      i.principal_minor as "principalMinor", i.interest_minor as "interestMinor",
      i.charged_at is not null as charged, i.accrued_minor as "accruedMinor",
      i.accrued_to as "accruedTo", ${monthFrom(config)} as "from"
    from loan_instalments i join loans l on l.id = i.loan_id
    where i.loan_id = any(${loanIds}::int8[]) order by i.loan_id, i.number`
}

/** How a locked loan stands today. */
export async function standingOn(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  loan: OwedLoan,
): Promise<LoanStanding> {
  const months = await monthsOf(bank, sql, [loan.id])
  return {
    principalMinor: loan.principalMinor,
    owedMinor: await owedOn(sql, loan.ledgerId),
    extraMinor: loan.extraMinor,
    rateBps: loan.rateBps,
    today: momentOf(bank).day,
    months,
  }
}

/** The next due date after today; once the last one is past, its day of a later month. */
export function dateAfter({ months, today }: LoanStanding): string | null {
  const coming = months.find(({ dueOn }) => dueOn > today)
  const last = months.at(-1)
  if (coming || !last) return coming?.dueOn ?? null
  const passed = monthsBetween(last.dueOn, today)
  const on = monthsAfter(last.dueOn, passed)
  return on > today ? on : monthsAfter(last.dueOn, passed + 1)
}

/** Pays no more by itself. */
export const switchedOff = part`
  auto_account_id = null, auto_minor = null, auto_since = null, auto_approval = null`
