import { demoClock, demoForward } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { bankTime, forwardByCustomer } from './forward.ts'

/** Refused ones count too: each call locks the row by which days are passed. */
const forwardsPerHour = 120

/** For a demonstration alone: elsewhere these calls do not exist. */
export function demoRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(demoClock, () => bankTime(bank))
  route(demoForward, async ({ customer, input }) => {
    const bucket = `forward:hour:${customer.id}`
    const now = bank.clock.now()
    await spendAttempt(bank.db.sql, { bucket, max: forwardsPerHour, seconds: 3600, now })
    return forwardByCustomer(bank, customer.id, input.by)
  })
}
