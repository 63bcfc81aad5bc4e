import { loanPayee } from '@passbook/contract'
import { type Approval, approveAction } from '#auth/approval.ts'
import { isFrozen } from '#auth/outgoing.ts'
import { isFresh, type SignedIn } from '#auth/sessions.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { ApproveLoan } from './loans.ts'

/** Makes what approves a loan: a session that has just proven itself, or the PIN (and a code). */
export function approveLoan(bank: Bank, customer: SignedIn, approval: Approval): ApproveLoan {
  return async (sql, { account, amount }) => {
    if (await isFrozen(sql, customer.id)) return refusal('frozen')
    if (!bank.config.billApproval || isFresh(bank, customer)) return undefined
    if (!approval.pin) return refusal('approval_required')
    const who = { customerId: customer.id, incoming: true } as const
    const order = { sourceAccount: account, amountMinor: amount, to: loanPayee }
    return approveAction(bank, sql, who, { order, approval })
  }
}
