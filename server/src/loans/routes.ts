import { loans, messages, requestLoan } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { askForLoan, loansOf } from './loans.ts'

export function loanRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(requestLoan, async ({ customer, input, onceKey, say }) => {
    const id = await askForLoan(bank, customer.id, { ...input, onceKey })
    say(messages.loanRequested)
    return { Id: id }
  })
  route(loans, ({ customer }) => loansOf(bank, customer.id))
}
