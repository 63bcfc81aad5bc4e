import {
  changeStanding,
  endStanding,
  orderStanding,
  pauseStanding,
  resumeStanding,
  skipStanding,
  standingOrder,
  standingOrders,
} from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { changeOrder, endOrder, pauseOrder, resumeOrder, skipDate } from './change.ts'
import { placeOrder } from './place.ts'
import { orderOf, ordersOf } from './show.ts'

export function orderRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(standingOrders, ({ customer }) => ordersOf(bank, customer.id))
  route(standingOrder, ({ customer, input }) => orderOf(bank, customer.id, input.id))
  route(orderStanding, ({ customer, input, onceKey }) =>
    placeOrder(bank, customer, { ...input, onceKey }),
  )
  route(changeStanding, ({ customer, input }) => changeOrder(bank, customer, input))
  route(skipStanding, ({ customer, input }) => skipDate(bank, customer.id, input))
  route(pauseStanding, ({ customer, input }) => pauseOrder(bank, customer.id, input))
  route(resumeStanding, ({ customer, input }) => resumeOrder(bank, customer, input))
  route(endStanding, ({ customer, input }) => endOrder(bank, customer.id, input))
}
