import * as z from 'zod/mini'
import { call } from './call.ts'
import { slot } from './fields.ts'
import * as messages from './messages.ts'
import { money } from './money.ts'

/** How many months are listed, the newest of them. */
export const interestMonthsMax = 120

const decimals = 8

/** Millionths of a minor unit as decimal text with eight digits: `0.63013698`. */
export function toFineDecimal(millionths: bigint): string {
  const digits = millionths.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const fine = z.codec(z.string().check(z.regex(/^\d+\.\d{8}$/)), z.bigint(), {
  decode: (text) => BigInt(text.replace('.', '')),
  encode: toFineDecimal,
})

const tiers = z.array(z.object({ From: money, Percent: z.string() }))

const month = z.object({
  /** Days in the bank's zone, yyyy-mm-dd: a month, or as much of it as is over or was paid. */
  From: z.string(),
  To: z.string(),
  /** Less than the smallest coin, left from the payment before. */
  Carried: fine,
  /** The sum of its days. */
  Accrued: fine,
  /** Null while the month lasts. Carried + accrued = posted + left. */
  Posted: z.nullable(money),
  Left: z.nullable(fine),
  PostedOn: z.nullable(z.string()),
  /** The line of the statement, where something was paid. */
  Transaction: z.nullable(z.string()),
})
export type InterestMonth = z.output<typeof month>

const day = z.object({
  Day: z.string(),
  /** What was on the account when the day ended. */
  Balance: money,
  /** Each part of it with its rate of a year. */
  Pieces: z.array(z.object({ Amount: money, Percent: z.string() })),
  /** All pieces by their rates, divided by 365. */
  Accrued: fine,
})
export type InterestDay = z.output<typeof day>

/**
 * Additive: what an account earns, explained down to its days. Rates and months are empty where it
 * earns nothing; the days are those of the month that is asked for (yyyy-mm).
 */
export const accountInterest = call({
  method: 'GET',
  path: 'interest/{accountId}',
  access: 'customer',
  request: z.object({
    accountId: slot(messages.accountNotYours),
    month: z.optional(
      z
        .string({ error: messages.dateInvalid })
        .check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, messages.dateInvalid)),
    ),
  }),
  response: z.object({
    Rates: tiers,
    /** What is to come, where it is decided. */
    Next: z.nullable(z.object({ From: z.string(), Rates: tiers })),
    /** Up to the end of yesterday. */
    EarnedThisMonth: fine,
    EarnedThisYear: fine,
    /** When what this month earns is paid. */
    PaidOn: z.string(),
    /** The newest first. */
    Months: z.array(month),
    Days: z.array(day),
  }),
})
