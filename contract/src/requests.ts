import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { optionalText, slot, text } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money, parseMoney } from './money.ts'

/**
 * How a request stands. One that is being paid waits for review or for its undo to be over; where that
 * comes to nothing it is open again.
 */
const requestStates = ['open', 'paying', 'paid', 'declined', 'cancelled', 'expired'] as const
export type RequestState = (typeof requestStates)[number]

const shared = {
  Amount: money,
  Currency: z.object({ Code: z.string() }),
  Note: z.string(),
  /** Until then it can be paid. */
  Expires: moment,
  State: z.enum(requestStates),
}

const paymentRequest = z.object({
  Id: z.string(),
  ...shared,
  /** Where the money goes. */
  Account: z.object({ Name: z.string(), Number: z.string() }),
  Created: moment,
  /** When somebody else opened it first. */
  Seen: z.nullable(moment),
  /** Who paid it, in the words of the statement. */
  PaidBy: z.nullable(z.string()),
  /** The address to send to whoever shall pay; null where the key that it was made with is gone. */
  Link: z.nullable(z.string()),
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** Whole days from 1 to the longest time that a request can wait. */
const days = z.pipe(
  z.union([z.string(), z.number()], { error: messages.requestDaysInvalid }),
  z.transform((value, context) => {
    const count = /^\d{1,3}$/.test(String(value)) ? Number(value) : Number.NaN
    if (count >= 1 && count <= limits.requestDaysMax) return count
    context.issues.push({ code: 'custom', message: messages.requestDaysInvalid, input: value })
    return z.NEVER
  }),
)

/** What the form collects. */
export const requestOrder = z.object({
  account: text(messages.destinationMissing),
  amount: amount(messages.amountInvalid),
  note: optionalText(140),
  days: z._default(days, limits.requestDays),
})

/** Additive: what the customer asks others for, the newest first. */
export const paymentRequests = call({
  method: 'GET',
  path: 'requests',
  access: 'customer',
  request: nothing,
  response: z.object({ List: z.array(paymentRequest) }),
})

/** Additive: asks for money. Whoever opens its link can pay it; it is paid once. */
export const askForMoney = call({
  method: 'POST',
  path: 'requests',
  access: 'customer',
  request: requestOrder,
  response: paymentRequest,
})

/** Additive: takes a request back that nobody has paid. */
export const cancelRequest = call({
  method: 'POST',
  path: 'requests/{id}/cancel',
  access: 'customer',
  request: z.object({ id: slot(messages.requestUnknown) }),
  response: paymentRequest,
})

/** Additive: the link of a request as a QR code to show or to print. */
export const requestQr = call({
  method: 'GET',
  path: 'requests/{id}/qr',
  access: 'customer',
  request: z.object({ id: slot(messages.requestUnknown) }),
  response: z.object({ qr: z.string() }),
})

/** What the payer sees. The name is that of the account's holder, as the bank knows it. */
const openedRequest = z.object({
  ...shared,
  Name: z.string(),
  Number: z.string(),
  /** Whether who looks is the one who asked. */
  Own: z.boolean(),
})
export type OpenedRequest = z.output<typeof openedRequest>

/** Additive: a request as its link shows it. The asker learns that it was seen. */
export const openRequest = call({
  method: 'GET',
  path: 'request/{token}',
  access: 'customer',
  request: z.object({ token: slot(messages.requestUnknown) }),
  response: openedRequest,
})

/** Additive: ends a request without paying it. The asker learns of it, and not who it was. */
export const declineRequest = call({
  method: 'POST',
  path: 'request/{token}/decline',
  access: 'customer',
  request: z.object({ token: slot(messages.requestUnknown) }),
  response: anything,
})

const codeAmountMaxMinor = 99_999_999_999n

/** Whether an EPC code can ask for an amount as it was typed. */
export function isCodeAmount(text: string): boolean {
  const minor = parseMoney(text)
  return minor !== null && minor > 0n && minor <= codeAmountMaxMinor
}

/**
 * Additive: how an account can be paid from elsewhere. One in euros has an IBAN, where the bank has a
 * country and a code, and an EPC069-12 code that any bank's program reads.
 */
export const receiveInto = call({
  method: 'GET',
  path: 'receive/{accountId}',
  access: 'customer',
  request: z.object({
    accountId: slot(messages.accountNotYours),
    /** What the code asks for; without one the payer chooses. */
    amount: optionalText(40).check(
      z.refine((text) => text === '' || isCodeAmount(text), messages.codeAmountInvalid),
    ),
    note: optionalText(140),
  }),
  response: z.object({
    Holder: z.string(),
    Number: z.string(),
    Iban: z.optional(z.string()),
    /** The text of the code, and the code as a picture. */
    Epc: z.optional(z.string()),
    Qr: z.optional(z.string()),
  }),
})
