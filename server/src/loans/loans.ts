import {
  type CurrencyCode,
  type loans as call,
  dayIn,
  type LoanMonth,
  type LoanStanding,
  nextPayment,
  type Output,
  paidIn,
  scheduleOf,
  withDueCharged,
  withPaid,
} from '@passbook/contract'
import { type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import type { Signed } from '#auth/approval.ts'
import { keepApproval } from '#auth/passkey-approval.ts'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import * as ledger from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { monthsOf } from './loan-rows.ts'
import { ratePercent, terms } from './terms.ts'

export type LoanOrder = { account: string; amount: bigint }
type Asked = LoanOrder & { onceKey?: string | undefined }

/** Why a loan is not approved; or the passkey's approval, where it was one. */
export type ApproveLoan = (
  sql: Sql,
  loan: { account: OwnAccount },
) => Promise<{ refused: Failure } | { signed?: Signed | undefined }>

/** For whoever asks by another right than a customer's. */
const unasked: ApproveLoan = async () => ({})

/**
 * Asks for a loan: a pending credit that moves nothing until somebody decides. Answers the loan's id
 * on the wire; the same key answers the same loan again.
 */
export async function askForLoan(
  bank: Bank,
  customerId: bigint,
  { account: publicId, amount, onceKey }: Asked,
  approve = unasked,
): Promise<string> {
  const asked = await bank.db.transaction(async (sql) => {
    // Before the lock of its key, as everywhere.
    await lockCustomer(sql, customerId)
    const account = await ownAccount(sql, customerId, publicId, 'account')
    const once = onceKey && {
      ownerId: customerId,
      onceKey,
      fingerprint: JSON.stringify(['loan', publicId, String(amount)]),
    }
    const known = once && (await ledger.replayOf(sql, once))
    if (known) return loanOf(sql, known)
    const { maxMinor, rateBps, months } = terms[account.currency]
    if (amount > maxMinor) throw refusal('loan_too_large')
    const open = await sql`
      select from loans where customer_id = ${customerId} and state in ('requested', 'active')`
    if (open.length > 0) throw loanOpen()
    const approved = await approve(sql, { account })
    // Not thrown here: a wrong PIN or code stays counted.
    if ('refused' in approved) return approved.refused
    const moment = momentOf(bank)
    const pending = await ledger.pend(sql, {
      ...moment,
      ...(once && { once }),
      accountId: account.id,
      type: 'credit',
      amountMinor: amount,
      ownerId: customerId,
      line: {
        purpose: 'loan',
        method: 'loan',
        gateway: 'passbook',
        name: 'Quick loan',
        description: 'Quick loan',
      },
    })
    const line = lineOf(pending)
    // Of two that ask at once both come this far; the index lets one of them through.
    const [loan] = await sql<{ publicId: string }>`
      insert into loans(customer_id, account_id, line, transaction_id, principal_minor, currency,
        rate_bps, months, state, requested_at)
      values (${customerId}, ${account.id}, ${line.line}, ${line.id}, ${amount}, ${account.currency},
        ${rateBps}, ${months}, 'requested', ${moment.at})
      on conflict (customer_id) where state in ('requested', 'active') do nothing
      returning public_id as "publicId"`
    if (!loan) throw loanOpen()
    const { signed } = approved
    if (signed) await keepApproval(sql, signed, { line })
    return loan.publicId
  })
  if (asked instanceof Failure) throw asked
  return asked
}

const loanOpen = () => refusal('loan_open')

function lineOf({ lines: [line] }: ledger.Posted): ledger.PostedLine {
  if (!line) throw new Error('a pending credit writes a statement line')
  return line
}

async function loanOf(sql: Sql, known: ledger.Posted): Promise<string> {
  const [loan] = await sql<{ publicId: string }>`
    select public_id as "publicId" from loans where transaction_id = ${lineOf(known).id}`
  if (!loan) throw new Error('the key of a loan stands for a loan')
  return loan.publicId
}

export type ShownLoan = {
  id: bigint
  publicId: string
  accountName: string
  accountNumber: string
  currency: CurrencyCode
  state: 'requested' | 'active' | 'declined' | 'repaid'
  reason: string | null
  principalMinor: bigint
  owedMinor: bigint
  rateBps: number
  months: number
  requestedAt: Date
  extraMinor: bigint
  autoId: string | null
  autoName: string | null
  autoNumber: string | null
  autoTrouble: string | null
}

type Month = LoanMonth & { loanId: bigint }

type Answer = Output<typeof call>

/**
 * What a customer borrowed, the newest first, and what could be borrowed. `Outstanding` is what is
 * owed today with the interest charged so far; `Interest` is what the whole loan costs.
 */
export async function loansOf(
  bank: Pick<Bank, 'db' | 'clock' | 'config'>,
  customerId: bigint,
): Promise<Answer> {
  const { db } = bank
  const rows = await loanRows(db.sql, customerId)
  const ids = rows.map(({ id }) => id)
  const months = await monthsOf(bank, db.sql, ids)
  const payments = await paymentsOf(db.sql, ids)
  const today = momentOf(bank).day
  const zone = bank.config.bankZone
  return {
    List: rows.map((row) => ({
      ...showLoan(
        { ...row, today, zone },
        months.filter(({ loanId }) => loanId === row.id),
      ),
      Payments: payments.flatMap(({ loanId, ...payment }) => (loanId === row.id ? [payment] : [])),
    })),
    Terms: Object.fromEntries(
      Object.entries(terms).map(([code, { maxMinor, rateBps, months }]) => [
        code,
        { Max: maxMinor, RatePercent: ratePercent(rateBps), Months: months },
      ]),
    ),
  }
}

/** What a customer borrowed, the newest first, with what is owed of it. */
export function loanRows(sql: Sql, customerId: bigint): Promise<ShownLoan[]> {
  return sql<ShownLoan>`
    select l.id, l.public_id as "publicId", a.name as "accountName", a.number as "accountNumber",
      l.currency, l.state, t.failure_reason as reason, l.principal_minor as "principalMinor",
      coalesce(-r.balance_minor, 0) as "owedMinor", l.rate_bps as "rateBps", l.months,
      l.requested_at as "requestedAt", l.extra_minor as "extraMinor", p.public_id as "autoId",
      o.name as "autoName", o.number as "autoNumber", l.auto_trouble as "autoTrouble"
    from loans l join accounts a on a.account_id = l.account_id
      left join accounts o on o.account_id = l.auto_account_id
      left join ledger_accounts p on p.id = l.auto_account_id
      left join ledger_accounts r on r.id = l.ledger_id
      left join transactions t on t.id = l.transaction_id
    where l.customer_id = ${customerId} order by l.id desc limit 100`
}

type Payment = NonNullable<Answer['List'][number]['Payments']>[number]

/** What was paid back, the newest first: of each loan the last hundred. */
function paymentsOf(
  sql: Sql,
  loanIds: readonly bigint[],
): Promise<(Payment & { loanId: bigint })[]> {
  return sql<Payment & { loanId: bigint }>`
    select p.loan_id as "loanId", p.transaction_id as "Id", p.paid_at as "Date",
      p.amount_minor as "Amount", p.interest_minor as "Interest", p.extra_minor as "Extra",
      p.by = 'automatic' as "Automatic"
    from unnest(${loanIds}::int8[]) l(id) cross join lateral (
      select * from loan_payments n where n.loan_id = l.id order by n.id desc limit 100) p
    order by p.id desc`
}

function showLoan(
  row: ShownLoan & { today: string; zone: string },
  months: Month[],
): Answer['List'][number] {
  const standing = withDueCharged({ ...row, months })
  const rows = withPaid(months, months.length > 0 ? paidIn({ ...row, months }) : 0n)
  const { autoId, autoName, autoNumber, autoTrouble } = row
  return {
    Id: row.publicId,
    Account: {
      Name: row.accountName,
      Number: row.accountNumber,
      Currency: { Code: row.currency },
    },
    State: row.state,
    ...(row.reason && { Reason: row.reason }),
    Principal: row.principalMinor,
    Outstanding: row.owedMinor,
    Interest: sum(costingMonths(row, months, row.zone).map(({ interestMinor }) => interestMinor)),
    RatePercent: ratePercent(row.rateBps),
    Months: row.months,
    Created: row.requestedAt,
    NextDue: showNext(nextDue(standing)),
    Schedule: rows.map(({ dueOn, principalMinor, interestMinor, restMinor }) => ({
      Date: dueOn,
      Principal: principalMinor,
      Interest: interestMinor,
      Paid: restMinor === 0n,
    })),
    ...(row.state === 'active' && { Standing: showStanding(standing) }),
    ...(autoId === null && autoTrouble && { AutoRepayEnded: autoTrouble }),
    AutoRepay:
      autoId === null
        ? null
        : {
            Account: { Id: autoId, Name: autoName ?? '', Number: autoNumber ?? '' },
            ...(autoTrouble && { Trouble: autoTrouble }),
          },
  }
}

const showStanding = ({ today, owedMinor, extraMinor, months }: LoanStanding) => ({
  Today: today,
  Owed: owedMinor,
  Extra: extraMinor,
  Months: months.map((month) => ({
    Number: month.number,
    From: month.from,
    Date: month.dueOn,
    Principal: month.principalMinor,
    Interest: month.interestMinor,
    Charged: month.charged,
    Accrued: month.accruedMinor,
    AccruedTo: month.accruedTo,
  })),
})

/** What a repayment of the next one pays; of one still to come with the interest to its day. */
export function nextDue(standing: LoanStanding): ReturnType<typeof nextPayment> {
  const next = nextPayment(standing)
  if (!next) return null
  const then = next.on > standing.today ? nextPayment({ ...standing, today: next.on }) : next
  return { ...(then ?? next), on: next.on }
}

const showNext = (next: ReturnType<typeof nextDue>): Answer['List'][number]['NextDue'] =>
  next && { Date: next.on, Amount: next.amountMinor }

/** The months whose interest is what a loan costs: those of its plan, where it is not granted yet. */
export const costingMonths = (
  row: ShownLoan,
  months: readonly Month[],
  zone: string,
): readonly Pick<LoanMonth, 'dueOn' | 'interestMinor'>[] =>
  row.state === 'requested' ? scheduleOf({ ...row, from: dayIn(row.requestedAt, zone) }) : months

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
