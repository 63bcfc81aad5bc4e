import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { approvalText, optionalText, text } from './fields.ts'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

export const requestLoan = call({
  method: 'POST',
  path: 'loan',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({
    account: text(messages.destinationMissing),
    amount: amount(messages.amountInvalid),
    /** Additive: what approves it, where the bank wants that (`approval_required`). */
    pin: optionalText(10),
    otp: optionalText(limits.transferCodeLength),
    approval: approvalText,
  }),
  response: anything,
})

/** What a code for a loan is bound to besides account and amount, where no terms are named. */
export const loanPayee = 'loan:'

/** The same with the terms that were shown, which a passkey always signs. */
export const loanTermsPayee = ({
  RatePercent,
  Months,
}: {
  RatePercent: string
  Months: number
}): string => `${loanPayee}${Months} months at ${RatePercent}%`

/** Additive: what a customer owes, and the terms of a new loan. */
const loan = z.object({
  Id: z.string(),
  Account: z.object({
    Name: z.string(),
    Number: z.string(),
    Currency: z.object({ Code: z.string() }),
  }),
  State: z.string(),
  /** Why it was declined. */
  Reason: z.optional(z.string()),
  Principal: money,
  Outstanding: money,
  Interest: money,
  RatePercent: z.string(),
  Months: z.number(),
  Created: moment,
  NextDue: z.nullable(z.object({ Date: z.string(), Amount: money })),
  Schedule: z.array(
    z.object({ Date: z.string(), Principal: money, Interest: money, Paid: z.boolean() }),
  ),
})
export type Loan = z.output<typeof loan>

export const loans = call({
  method: 'GET',
  path: 'loans',
  access: 'customer',
  request: nothing,
  response: z.object({
    List: z.array(loan),
    /** By currency code: how much can be borrowed, at what rate and for how long. */
    Terms: z.record(
      z.string(),
      z.object({ Max: money, RatePercent: z.string(), Months: z.number() }),
    ),
  }),
})
