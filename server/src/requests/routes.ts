import {
  askForMoney,
  cancelRequest,
  declineRequest,
  openRequest,
  paymentRequests,
  receiveInto,
  requestQr,
} from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { askFor, cancel, decline, openByToken, qrOf, receive, requestsOf } from './requests.ts'

export function requestRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(paymentRequests, ({ customer }) => requestsOf(bank, customer))
  route(askForMoney, ({ customer, input, onceKey }) =>
    askFor(bank, customer, { ...input, onceKey }),
  )
  route(cancelRequest, ({ customer, input }) => cancel(bank, customer, input.id))
  route(requestQr, ({ customer, input }) => qrOf(bank, customer, input.id))
  route(openRequest, ({ customer, input }) => openByToken(bank, customer, input.token))
  route(declineRequest, ({ customer, input }) => decline(bank, customer, input.token))
  route(receiveInto, ({ customer, input }) => receive(bank, customer, input))
}
