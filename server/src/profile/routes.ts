import { initUser } from '@passbook/contract'
import type { Bank } from '#bank.ts'
import type { Route } from '#http/route.ts'
import { firstLoad } from './profile.ts'

export function profileRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(initUser, ({ customer }) => firstLoad(bank, customer.id))
}
