import { loanPayee, loanTermsPayee } from '@passbook/contract'
import type { OwnAccount } from '#accounts/accounts.ts'
import { approveAction, type GivenApproval } from '#auth/approval.ts'
import { isFrozen } from '#auth/outgoing.ts'
import { signatureOf } from '#auth/passkey-approval.ts'
import { isStillFresh, type SignedIn } from '#auth/sessions.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { ApproveLoan, LoanOrder } from './loans.ts'
import { ratePercent, terms } from './terms.ts'

/**
 * Makes what approves a loan: a session that has just proven itself, the PIN (and a code), or a
 * passkey that has signed the loan with its terms.
 */
export async function approveLoan(
  bank: Bank,
  customer: SignedIn,
  { order, approval }: { order: LoanOrder; approval: GivenApproval },
): Promise<ApproveLoan> {
  const signed = await signatureOf(bank, customer, {
    credential: approval.approval,
    account: order.account,
    order: (account) => boundLoan(order, account),
  })
  return async (sql, { account }) => {
    if (await isFrozen(sql, customer.id)) return { refused: refusal('frozen') }
    const unasked = !bank.config.billApproval || (await isStillFresh(bank, sql, customer))
    if (!signed && unasked) return {}
    if (!signed && !approval.pin) return { refused: refusal('approval_required') }
    const who = { customerId: customer.id, incoming: true } as const
    const bound = boundLoan(order, account)
    // A code may also have been asked for without naming the terms.
    const by = { orders: [bound, { ...bound, to: loanPayee }], approval, signed }
    const refused = await approveAction(bank, sql, who, by)
    return refused ? { refused } : { signed }
  }
}

function boundLoan({ account, amount }: LoanOrder, { currency }: Pick<OwnAccount, 'currency'>) {
  const { rateBps, months } = terms[currency]
  const to = loanTermsPayee({ RatePercent: ratePercent(rateBps), Months: months })
  return { sourceAccount: account, amountMinor: amount, to }
}
