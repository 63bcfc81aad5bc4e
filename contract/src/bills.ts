import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { billTypes } from './catalog.ts'
import { date, oneOf, text } from './fields.ts'
import { messages } from './messages.ts'
import { amount } from './money.ts'

/** What the bill form collects. */
export const billOrder = z.object({
  biller: text(messages.billerMissing, 120),
  accountName: text(messages.billNameMissing, 120),
  account: text(messages.billAccountMissing),
  type: oneOf(billTypes, messages.billTypeMissing),
  amount: amount(messages.amountInvalid),
  date: date(messages.billDateMissing),
})

/** What the add-biller view collects. */
export const newBiller = z.object({ name: text(messages.billerNameMissing, 120) })

/** A bill to pay; a form that has only a `name` adds a biller instead. */
export const saveBiller = call({
  method: 'POST',
  path: 'biller',
  access: 'customer',
  request: z.union([billOrder, newBiller]),
  response: anything,
})

const billerEntry = z.object({
  Name: z.string(),
  Date: z.optional(z.nullable(z.string())),
  Type: z.optional(z.nullable(z.string())),
})

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
