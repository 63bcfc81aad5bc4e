import { cardFreeze, cardLimits, cardLost, cardPayments, cardThaw } from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { paymentsOf, reportCardLost, setCardFrozen, setCardLimits } from './controls.ts'

export function cardRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(cardFreeze, async ({ customer, caller, input: { id } }) => {
    await setCardFrozen(bank, { customer, caller }, { id, frozen: true })
  })
  route(cardThaw, async ({ customer, caller, input: { id } }) => {
    await setCardFrozen(bank, { customer, caller }, { id, frozen: false })
  })
  route(cardLimits, async ({ customer, caller, input }) => {
    await setCardLimits(bank, { customer, caller }, input)
  })
  route(cardLost, async ({ customer, caller, input: { id } }) => {
    await reportCardLost(bank, { customer, caller }, id)
  })
  route(cardPayments, ({ customer, input: { id } }) => paymentsOf(bank, customer.id, id))
}
