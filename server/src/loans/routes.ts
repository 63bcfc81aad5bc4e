import { loans, messages, requestLoan } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { approveLoan } from './approve.ts'
import { askForLoan, loansOf } from './loans.ts'

export function loanRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(requestLoan, async ({ customer, input, onceKey, say }) => {
    const { pin, otp, approval, ...order } = input
    const given = { order, approval: { pin, otp, approval } }
    const approve = await approveLoan(bank, customer, given)
    const id = await askForLoan(bank, customer.id, { ...order, onceKey }, approve)
    say(messages.loanRequested)
    return { Id: id }
  })
  route(loans, ({ customer }) => loansOf(bank, customer.id))
}
