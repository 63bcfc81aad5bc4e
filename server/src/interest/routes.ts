import { accountInterest } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { interestOf } from './interest.ts'

export function interestRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(accountInterest, ({ customer, input }) => interestOf(bank, customer.id, input))
}
