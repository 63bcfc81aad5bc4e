import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { approvalText, date, oneOf, optionalFlag, optionalText, slot, text } from './fields.ts'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'
import { isRealDate } from './real-date.ts'
import { rhythms, type Schedule, scheduleWords, timesMax } from './schedule.ts'

/** The kinds of transfers, each with the fields of its own form; a pot is no transfer, but is paid into. */
export const orderKinds = ['own', 'local', 'bank', 'wire', 'card', 'crypto', 'pot'] as const
export type OrderKind = (typeof orderKinds)[number]

/** A day that may be left out, which then reads as none. */
const lastDay = z.pipe(
  optionalText(10).check(
    z.refine((value) => value === '' || isRealDate(value), messages.orderEndInvalid),
  ),
  z.transform((value) => value || null),
)

/** A number of times that may be left out, which then reads as none. */
const times = z._default(
  z.pipe(
    z.union([z.string(), z.number()], { error: messages.orderTimesInvalid }),
    z.transform((value, context) => {
      const typed = String(value).trim()
      if (typed === '') return null
      const number = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
      if (number >= 1 && number <= timesMax) return number
      context.issues.push({ code: 'custom', message: messages.orderTimesInvalid, input: value })
      return z.NEVER
    }),
  ),
  null,
)

const confirmation = z.object({
  pin: optionalText(limits.pinLength),
  otp: optionalText(limits.transferCodeLength),
  approval: approvalText,
})

/** What the form collects: whom, how much, and when. */
export const standingForm = z.object({
  kind: oneOf(orderKinds, messages.orderKindMissing),
  source_account: text(messages.transferFieldsMissing),
  amount: amount(messages.amountInvalid),
  /** Moves all above the amount, which stays, in place of the amount; to an own account only. */
  above: optionalFlag,
  description: optionalText(140),
  destination_account: optionalText(),
  acc_number: optionalText(40),
  acc_name: optionalText(120),
  bank: optionalText(120),
  bank_name: optionalText(120),
  swift: optionalText(20),
  card_name: optionalText(120),
  card_number: optionalText(limits.cardNumberLength),
  card_expiry: optionalText(limits.cardExpiryMaxLength),
  wallet_address: optionalText(100),
  /** Needs no approval: the money stays on the account. */
  pot_id: optionalText(),
  every: oneOf(rhythms, messages.orderEveryMissing),
  date: date(messages.orderDateMissing),
  until: lastDay,
  times,
})

/**
 * What an approval of a standing order is bound to besides account and amount: when, and whom in the
 * words of a transfer's own approval (`payeeOf`). A change is of an order that is known by its id.
 */
export function standingPayee(
  schedule: Schedule,
  { above, payee }: { above: boolean; payee: string },
): string {
  return `standing:${above ? 'all above it, ' : ''}${scheduleWords(schedule)}; ${payee}`
}

export const changedOrder = (id: string): string => `order:${id}`

/** The order as the customer sees it. */
const standingEntry = z.object({
  Id: z.string(),
  Kind: z.string(),
  Name: z.string(),
  /** The account, card or wallet that is paid. */
  Number: z.string(),
  Bank: z.string(),
  Amount: money,
  Above: z.boolean(),
  Description: z.string(),
  Every: z.string(),
  First: z.string(),
  Until: z.nullable(z.string()),
  Times: z.nullable(z.number()),
  /** `active`, `paused`, or how it is over: `done` with its last date, `ended` before it. */
  State: z.string(),
  /** The next dates, at most three; none where it is over. */
  Dates: z.array(z.string()),
  /**
   * Whether the money that is there now will not do for the next date; within two days of it, once all
   * that is due before it is paid.
   */
  Short: z.boolean(),
  /** Why the next date is not paid yet though it has come, or why the bank has ended the order. */
  LastError: z.nullable(z.string()),
  Account: z.object({
    Id: z.string(),
    Number: z.string(),
    Name: z.string(),
    Currency: z.object({ Code: z.string() }),
  }),
})
export type StandingEntry = z.output<typeof standingEntry>

/** A date that is over, or whose payment is under way, or that rests with its order once it was tried. */
const dueEntry = z.object({
  Date: z.string(),
  /** `paid`, `pending`, `waiting`, `failed`, `skipped`, or `nothing`: none lay above the amount. */
  State: z.string(),
  Amount: z.nullable(money),
  Transaction: z.nullable(z.string()),
  Reason: z.nullable(z.string()),
})
export type DueEntry = z.output<typeof dueEntry>

/** Additive, like all of this: the orders that go on first, by their next date. */
export const standingOrders = call({
  method: 'GET',
  path: 'standing-orders',
  access: 'customer',
  request: nothing,
  response: z.array(standingEntry),
})

const named = z.object({ id: slot(messages.orderUnknown) })

export const standingOrder = call({
  method: 'GET',
  path: 'standing-orders/{id}',
  access: 'customer',
  request: named,
  response: z.extend(standingEntry, { History: z.array(dueEntry) }),
})

export const orderStanding = call({
  method: 'POST',
  path: 'standing-orders',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.extend(standingForm, confirmation.shape),
  response: standingEntry,
})

/** Amount, end and note together, as they are to be. */
export const standingChange = z.object({
  amount: amount(messages.amountInvalid),
  description: optionalText(140),
  until: lastDay,
  times,
})

export const changeStanding = call({
  method: 'POST',
  path: 'standing-orders/{id}',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.extend(z.extend(named, standingChange.shape), confirmation.shape),
  response: standingEntry,
})

/** The date is named, so that asking twice, or while it is being paid, never leaves out another. */
export const skipStanding = call({
  method: 'POST',
  path: 'standing-orders/{id}/skip',
  access: 'customer',
  request: z.extend(named, { date: date(messages.orderDateMissing) }),
  response: standingEntry,
})

export const pauseStanding = call({
  method: 'POST',
  path: 'standing-orders/{id}/pause',
  access: 'customer',
  request: named,
  response: standingEntry,
})

export const resumeStanding = call({
  method: 'POST',
  path: 'standing-orders/{id}/resume',
  access: 'customer',
  fresh: true,
  request: named,
  response: standingEntry,
})

export const endStanding = call({
  method: 'POST',
  path: 'standing-orders/{id}/end',
  access: 'customer',
  request: named,
  response: anything,
})
