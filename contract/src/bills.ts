import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { billTypes } from './catalog.ts'
import { moment } from './dates.ts'
import { approvalText, date, oneOf, optionalText, quoted, slot, text, word } from './fields.ts'
import { whenRead } from './habits.ts'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

/** What the bill form collects. */
export const billOrder = z.object({
  biller: text(messages.billerMissing, 120),
  accountName: text(messages.billNameMissing, 120),
  account: text(messages.billAccountMissing),
  type: oneOf(billTypes, messages.billTypeMissing),
  amount: amount(messages.amountInvalid),
  date: date(messages.billDateMissing),
  /** Additive: what approves it, where the bank wants that (`approval_required`). */
  pin: optionalText(10),
  otp: optionalText(limits.transferCodeLength),
  approval: approvalText,
})

/** What an approval of a bill is bound to besides account and amount, as the mail with a code says. */
export function billPayee({
  biller,
  accountName,
  type,
  date,
}: {
  biller: string
  accountName: string
  type: string
  date: string
}): string {
  const when = type === 'recurring' ? `every month from ${date}` : `on ${date}`
  return `bill:${quoted(biller)} for ${quoted(accountName)}, ${when}`
}

/** What the add-biller view collects. */
export const newBiller = z.object({ name: text(messages.billerNameMissing, 120) })

const absent = z.optional(z.never())

/** A form with a field of a bill is a bill, whatever else it holds. */
const onlyBiller = z.extend(newBiller, {
  biller: absent,
  accountName: absent,
  account: absent,
  type: absent,
  amount: absent,
  date: absent,
})

/** A bill to pay; a form that has only a `name` adds a biller instead. */
export const saveBiller = call({
  method: 'POST',
  path: 'biller',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.union([billOrder, onlyBiller], { error: firstOfMeant }),
  response: anything,
})

/** A union says no more than that nothing fits; the person is told what their form lacks. */
function firstOfMeant({ input, errors }: { input?: unknown; errors?: { message: string }[][] }) {
  const fields = Object.keys(input ?? {})
  const addsBiller = fields.includes('name') && !fields.some((field) => field in billOrder.shape)
  return errors?.[addsBiller ? 1 : 0]?.[0]?.message
}

/** A calendar date, which other servers send as a timestamp or in parts. */
const day = whenRead(z.string(), {
  before: (sent) =>
    typeof sent === 'string' ? sent : moment.safeParse(sent).data?.toISOString().slice(0, 10),
})

const billerEntry = z.object({
  Name: z.string(),
  Date: z.optional(z.nullable(day)),
  Type: z.optional(z.nullable(word)),
  /** Additive, for a saved bill: what is paid, from where, and how it stands. */
  Id: z.optional(z.string()),
  /** The date after `Date`, where a bill goes on. */
  NextDate: z.optional(z.nullable(z.string())),
  Amount: z.optional(money),
  AccountName: z.optional(z.string()),
  Account: z.optional(z.object({ Number: z.string(), Currency: z.object({ Code: z.string() }) })),
  State: z.optional(z.string()),
  LastError: z.optional(z.nullable(z.string())),
})
export type BillerEntry = z.output<typeof billerEntry>

/** The saved bills. */
export const savedBills = call({
  method: 'GET',
  path: 'biller',
  access: 'customer',
  request: nothing,
  response: z.array(billerEntry),
})

/** The billers to choose from. */
export const billerList = call({
  method: 'GET',
  path: 'billers',
  access: 'customer',
  request: nothing,
  response: z.array(billerEntry),
})

/**
 * Additive: leaves out the next date of a recurring bill, which then goes on a month later. The date
 * is named, so that asking twice, or while it is being paid, never leaves out another.
 */
export const skipBill = call({
  method: 'POST',
  path: 'biller/{id}/skip',
  access: 'customer',
  request: z.object({
    id: slot(messages.billUnknown),
    date: date(messages.billDateMissing),
  }),
  response: z.object({ Date: z.string() }),
})

/** Additive: stops a saved bill; what was paid stays paid. */
export const cancelBill = call({
  method: 'DELETE',
  path: 'biller/{id}',
  access: 'customer',
  request: z.object({ id: slot(messages.billUnknown) }),
  response: anything,
})
