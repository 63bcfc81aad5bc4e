import { demoClock, demoForward } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { bankTime, beginForward } from './forward.ts'

/** For a demonstration alone: elsewhere these calls do not exist. */
export function demoRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(demoClock, () => bankTime(bank))
  route(demoForward, ({ input }) => beginForward(bank, input.by))
}
