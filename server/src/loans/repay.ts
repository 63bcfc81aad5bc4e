import {
  type Input,
  type LoanStanding,
  messages,
  nextPayment,
  type Output,
  owedToday,
  type repayLoan,
  repayPayee,
  toDecimal,
} from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import { approveAction, type GivenApproval } from '#auth/approval.ts'
import { isFrozen } from '#auth/outgoing.ts'
import { keepApproval, signatureOf } from '#auth/passkey-approval.ts'
import type { SignedIn } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { sumWords } from '#kernel/words.ts'
import * as ledger from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { isOwed, type OwedLoan, ownLoan } from './loan-rows.ts'
import { broughtUp, payBack } from './pay-back.ts'

type Order = Omit<Input<typeof repayLoan>, keyof GivenApproval>
type Asked = Order & { onceKey: string | undefined }
type Repaid = Output<typeof repayLoan>

/**
 * Pays back a loan, approved like every order, never more than is owed and once for each key. What is
 * meant to be the next instalment or all of it is refused where that is another sum by now.
 */
export async function repayOwnLoan(
  bank: Bank,
  customer: SignedIn,
  { order, approval }: { order: Asked; approval: GivenApproval },
): Promise<Repaid> {
  const signed = await signatureOf(bank, customer, {
    credential: approval.approval,
    account: order.account,
    order: () => boundRepayment(order),
  })
  const { id, account: publicId, amount: amountMinor, pay, onceKey } = order
  const customerId = customer.id
  const repaid = await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    const once = onceKey && {
      ownerId: customerId,
      onceKey,
      fingerprint: JSON.stringify(['loan.repay', id, publicId, String(amountMinor), pay]),
    }
    const known = once && (await ledger.replayOf(sql, once))
    if (known) return repaidBefore(sql, known)
    const loan = await ownLoan(sql, customerId, id)
    if (!isOwed(loan)) throw refusal('loan_not_owed')
    const account = await payingAccount(sql, loan, publicId)
    if (await isFrozen(sql, customerId)) return refusal('frozen')
    const standing = await broughtUp(bank, sql, loan)
    const wrong = sumRefusal(standing, { amountMinor, pay, currency: loan.currency })
    if (wrong) return wrong
    if (!signed && !approval.pin) return refusal('approval_required')
    const by = { orders: [boundRepayment(order)], approval, signed }
    const refused = await approveAction(bank, sql, { customerId }, by)
    // Not thrown here: a wrong PIN or code stays counted.
    if (refused) return refused
    const payment = { accountId: account.id, amountMinor, by: 'customer' } as const
    const paid = await payBack(bank, sql, { loan, standing }, { ...payment, ...(once && { once }) })
    if (signed) await keepApproval(sql, signed, { line: paid.line })
    return {
      Id: paid.line.id,
      Amount: amountMinor,
      Interest: paid.interestMinor,
      Extra: paid.after.extraNowMinor,
      Outstanding: paid.after.owedMinor,
      LastDue: paid.after.lastOn,
    }
  })
  if (repaid instanceof Failure) throw repaid
  return repaid
}

/** An open account of the customer in the currency of the loan. */
export async function payingAccount(
  sql: Sql,
  { customerId, currency }: OwedLoan,
  publicId: string,
) {
  const account = await ownAccount(sql, customerId, publicId, 'account')
  if (account.currency !== currency) {
    throw new Failure('currency_mismatch', messages.loanOtherCurrency, { field: 'account' })
  }
  return account
}

function sumRefusal(
  standing: LoanStanding,
  {
    amountMinor,
    pay,
    currency,
  }: { amountMinor: bigint; pay: Order['pay'] } & Pick<OwedLoan, 'currency'>,
): Failure | undefined {
  const owed = owedToday(standing)
  const meant =
    pay === 'all' ? owed : pay === 'next' ? nextPayment(standing)?.amountMinor : undefined
  const data = { owed: toDecimal(owed) }
  if (meant !== undefined && meant !== amountMinor) return refusal('loan_sum_changed', { data })
  if (amountMinor <= owed) return undefined
  const shown = sumWords(owed, currency)
  return new Failure('bad_amount', `Only ${shown} is owed today`, { field: 'amount', data })
}

const boundRepayment = ({ id, account, amount }: Order) => ({
  sourceAccount: account,
  amountMinor: amount,
  to: repayPayee(id),
})

/** The answer that the first order of a key got. */
async function repaidBefore(sql: Sql, { lines: [line] }: ledger.Posted): Promise<Repaid> {
  const [row] = await sql<Repaid>`
    select transaction_id as "Id", amount_minor as "Amount", interest_minor as "Interest",
      extra_minor as "Extra", owed_minor as "Outstanding", last_on as "LastDue"
    from loan_payments where transaction_id = ${line?.id ?? null}`
  if (!row) throw new Error('the key of a repayment stands for a repayment')
  return row
}
