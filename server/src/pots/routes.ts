import { changePot, closePot, makePot, movePot, pots, roundUpPot } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { changeOne, closeOne, makeOne, moveOne, potsOf, switchRoundUps } from './pots.ts'

export function potRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(pots, ({ customer }) => potsOf(bank, customer))
  route(makePot, ({ customer, input, onceKey }) => makeOne(bank, customer, { ...input, onceKey }))
  route(movePot, ({ customer, input, onceKey }) => moveOne(bank, customer, { ...input, onceKey }))
  route(changePot, ({ customer, input }) => changeOne(bank, customer, input))
  route(roundUpPot, ({ customer, input }) => switchRoundUps(bank, customer, input))
  route(closePot, ({ customer, input }) => closeOne(bank, customer, input.id))
}
