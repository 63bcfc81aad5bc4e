import { explain } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { explained } from './explain.ts'

export function explainRoutes(route: Route<{ id: bigint; username: string }>, bank: Bank): void {
  route(explain, ({ customer, input }) => explained(bank, customer, input))
}
