import { support, tickets } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { takeMessage, ticketsOf } from './support.ts'

export function supportRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(tickets, ({ customer }) => ticketsOf(bank.db.sql, customer.id))
  route(support, ({ customer, input }) => takeMessage(bank, customer, input))
}
