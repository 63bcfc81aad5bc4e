import * as z from 'zod/mini'
import { call } from './call.ts'
import { optionalText, slot } from './fields.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

/** How far a forecast goes where nobody is paid regularly, and the farthest that can be asked for. */
export const forecastDays = { preset: 30, max: 92 } as const

const days = z.pipe(
  z.union([z.string(), z.number()], { error: messages.forecastDaysInvalid }),
  z.transform((value, context) => {
    const count = /^\d{1,2}$/.test(String(value)) ? Number(value) : 0
    if (count >= 1 && count <= forecastDays.max) return count
    context.issues.push({ code: 'custom', message: messages.forecastDaysInvalid, input: value })
    return z.NEVER
  }),
)

/** What moves a line; `pay` and `usual` are expected, and nothing promises them. */
const forecastKinds = ['bill', 'order', 'instalment', 'pay', 'usual'] as const
export type ForecastKind = (typeof forecastKinds)[number]

const reason = z.object({
  kind: z.enum(forecastKinds),
  /** Whom it pays, or who pays it; nothing of what is usual. */
  text: z.string(),
  /** Below zero where money leaves; 0 of what waits for money that is missing. */
  amount: money,
  /** The bill, the standing order or the loan. */
  id: z.nullable(z.string()),
  /** It moves the line with usual spending and not the scheduled one. */
  expected: z.boolean(),
  /** How much is missing on this day for it to be paid. */
  missing: z.optional(money),
})
export type ForecastReason = z.output<typeof reason>

const day = z.object({
  on: z.string(),
  /** What is available when the day ends, by all that is scheduled. */
  scheduled: money,
  /** The least that it is on the way there. */
  low: money,
  /** The same with what is expected and usually spent. */
  usual: money,
  /** What made the lines move on this day, in its order. */
  reasons: z.array(reason),
})
export type ForecastDay = z.output<typeof day>

const shown = z.object({
  currency: z.object({ Code: z.string() }),
  /** The next day on which pay is expected; nothing where nobody pays regularly. */
  payDay: z.nullable(z.object({ on: z.string(), text: z.string(), amount: money })),
  /** The last day that counts for the two figures below: the pay-day, or 30 days from today. */
  until: z.string(),
  /**
   * The lowest point of the scheduled line without instalments that are paid by hand until then and
   * without the buffer, and never below zero.
   */
  safeToSpend: money,
  lowest: z.object({ on: z.string(), amount: money }),
  /** The first payment for which the money will be missing; then nothing is safe to spend. */
  missing: z.nullable(z.object({ on: z.string(), text: z.string(), amount: money })),
  buffer: money,
  balance: money,
  /** What is reserved of the balance already. */
  holds: z.array(z.object({ id: z.string(), text: z.string(), amount: money })),
  /** Balance without holds: where both lines begin. */
  available: money,
  /** From today on; each point is `available` and all reasons up to it. */
  days: z.array(day),
})
export type Forecast = z.output<typeof shown>

/**
 * Additive: what will be in an account, or in all accounts of a currency, on each day to the next
 * pay-day, and what may be spent until then. Without both it is the first account.
 */
export const forecast = call({
  method: 'GET',
  path: 'forecast',
  access: 'customer',
  request: z.object({
    accountId: z.optional(slot(messages.accountNotYours)),
    currency: optionalText(3),
    /** How many days after today are listed at least. */
    days: z.optional(days),
  }),
  response: shown,
})

/** Additive: what is kept back of an account and never safe to spend; left out, nothing is. */
export const saveBuffer = call({
  method: 'POST',
  path: 'forecast/buffer',
  access: 'customer',
  request: z.object({
    accountId: slot(messages.accountNotYours),
    amount: z.optional(amount(messages.amountInvalid)),
  }),
  response: z.object({ buffer: money }),
})
