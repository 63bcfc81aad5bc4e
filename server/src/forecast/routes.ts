import { forecast, saveBuffer } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { forecastOf, saveBufferOf } from './forecast.ts'

export function forecastRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(forecast, ({ customer, input }) => forecastOf(bank, customer.id, input))
  route(saveBuffer, ({ customer, input }) => saveBufferOf(bank, customer.id, input))
}
