import * as z from 'zod/mini'
import { call, nothing } from './call.ts'
import { moment } from './dates.ts'
import * as messages from './messages.ts'

/** The most days that are passed at once. */
export const forwardDaysMax = 366

const spans = ['day', 'week', 'pay-day'] as const
export type ForwardSpan = (typeof spans)[number]

/** A day, a week, until the next pay-day of the demo, or so many days. */
const by = z.pipe(
  z.union([z.string(), z.number()], { error: messages.forwardInvalid }),
  z.transform((value, context): ForwardSpan | number => {
    const span = spans.find((one) => one === value)
    if (span) return span
    const days = /^\d{1,3}$/.test(String(value)) ? Number(value) : Number.NaN
    if (days >= 1 && days <= forwardDaysMax) return days
    context.issues.push({ code: 'custom', message: messages.forwardInvalid, input: value })
    return z.NEVER
  }),
)

const bankTime = z.object({
  /** Business time, and its day in the bank's zone. */
  Now: moment,
  Today: z.string(),
  /** How far it has come where days are being passed just now. */
  Passing: z.nullable(z.object({ Done: z.number(), Days: z.number() })),
})
export type BankTime = z.output<typeof bankTime>

/** Additive, of a demonstration alone: what the bank's date is, and whether days are being passed. */
export const demoClock = call({
  method: 'GET',
  path: 'demo/clock',
  access: 'customer',
  request: nothing,
  response: bankTime,
})

/** Additive, of a demonstration alone: passes days. Answers at once; `demo/clock` tells how far it is. */
export const demoForward = call({
  method: 'POST',
  path: 'demo/forward',
  access: 'customer',
  request: z.object({ by }),
  response: bankTime,
})
