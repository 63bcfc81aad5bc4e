import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { approvalText, flag, oneOf, optionalText, slot, text } from './fields.ts'
import { limits, requestLimits } from './limits.ts'
import { rateBpsOf } from './loan-plan.ts'
import type { LoanStanding } from './loan-repay.ts'
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

/** What a payment may be meant to be; the bank refuses where the amount is another by then. */
export const repayments = ['next', 'amount', 'all'] as const

/** Additive: pays back a loan from one of the customer's accounts. */
export const repayLoan = call({
  method: 'POST',
  path: 'loan/{id}/repay',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({
    id: slot(messages.loanUnknown),
    amount: amount(messages.amountInvalid),
    account: text(messages.billAccountMissing),
    pay: z._default(oneOf(repayments, messages.amountInvalid), 'amount'),
    pin: optionalText(10),
    otp: optionalText(limits.transferCodeLength),
    approval: approvalText,
  }),
  response: z.object({
    /** The line on the statement, which has a receipt. */
    Id: z.string(),
    Amount: money,
    /** How much of it paid interest, and how much went beyond the instalments. */
    Interest: money,
    Extra: money,
    Outstanding: money,
    /** When the last instalment is due now; null where nothing is owed any more. */
    LastDue: z.nullable(z.string()),
  }),
})

/** What an approval of a repayment is bound to besides account and amount. */
export const repayPayee = (loanId: string): string => `repay:${loanId}`

/** Additive: pays each instalment on its day from an account, or no longer does. */
export const autoRepayLoan = call({
  method: 'POST',
  path: 'loan/{id}/auto-repay',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({
    id: slot(messages.loanUnknown),
    on: flag,
    /** Where it is switched on: what pays, and an instalment of the loan, which no month exceeds. */
    account: optionalText(),
    amount: z.optional(amount(messages.amountInvalid)),
    pin: optionalText(10),
    otp: optionalText(limits.transferCodeLength),
    approval: approvalText,
  }),
  response: anything,
})

/** What switching it on is bound to, besides the account and the instalment. */
export const autoRepayPayee = (loanId: string): string => `autorepay:${loanId}`

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
  /** Of one that is owed: all that a repayment is reckoned from. */
  Standing: z.optional(
    z.object({
      Today: z.string(),
      /** With the interest of every due date that has come, and of this month none yet. */
      Owed: money,
      Extra: money,
      Months: z.array(
        z.object({
          Number: z.number(),
          From: z.string(),
          Date: z.string(),
          Principal: money,
          Interest: money,
          Charged: z.boolean(),
          Accrued: money,
          AccruedTo: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** The account that pays each instalment on its day, and why the last one was not paid. */
  AutoRepay: z.optional(
    z.nullable(
      z.object({
        Account: z.object({ Id: z.string(), Name: z.string(), Number: z.string() }),
        Trouble: z.optional(z.string()),
      }),
    ),
  ),
  /** Why the bank has switched it off. */
  AutoRepayEnded: z.optional(z.string()),
  /** What has been paid back, the newest first. */
  Payments: z.optional(
    z.array(
      z.object({
        Id: z.string(),
        Date: moment,
        Amount: money,
        Interest: money,
        Extra: money,
        Automatic: z.boolean(),
      }),
    ),
  ),
})
export type Loan = z.output<typeof loan>

/** A loan as a repayment is reckoned from; null where nothing is owed, or a server does not say. */
export function standingOf(loan: Loan): LoanStanding | null {
  const { Standing, Principal, RatePercent } = loan
  const rateBps = rateBpsOf(RatePercent)
  if (!Standing || rateBps === null || Standing.Owed <= 0n) return null
  return {
    principalMinor: Principal,
    owedMinor: Standing.Owed,
    extraMinor: Standing.Extra,
    rateBps,
    today: Standing.Today,
    months: Standing.Months.map((month) => ({
      number: month.Number,
      from: month.From,
      dueOn: month.Date,
      principalMinor: month.Principal,
      interestMinor: month.Interest,
      charged: month.Charged,
      accruedMinor: month.Accrued,
      accruedTo: month.AccruedTo,
    })),
  }
}

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
