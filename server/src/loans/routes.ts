import { autoRepayLoan, loans, messages, repayLoan, requestLoan } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { approveLoan } from './approve.ts'
import { switchAutoRepay } from './auto-repay.ts'
import { askForLoan, loansOf } from './loans.ts'
import { repayOwnLoan } from './repay.ts'

export function loanRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(requestLoan, async ({ customer, input, onceKey, say }) => {
    const { pin, otp, approval, ...order } = input
    const given = { order, approval: { pin, otp, approval } }
    const approve = await approveLoan(bank, customer, given)
    const id = await askForLoan(bank, customer.id, { ...order, onceKey }, approve)
    say(messages.loanRequested)
    return { Id: id }
  })
  route(repayLoan, async ({ customer, input, onceKey, say }) => {
    const { pin, otp, approval, ...order } = input
    const given = { order: { ...order, onceKey }, approval: { pin, otp, approval } }
    const repaid = await repayOwnLoan(bank, customer, given)
    say(messages.loanRepaid)
    return repaid
  })
  route(autoRepayLoan, async ({ customer, input }) => {
    const { pin, otp, approval, ...order } = input
    await switchAutoRepay(bank, customer, { order, approval: { pin, otp, approval } })
  })
  route(loans, ({ customer }) => loansOf(bank, customer.id))
}
