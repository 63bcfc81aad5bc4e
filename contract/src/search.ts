import * as z from 'zod/mini'
import { bothDates, datesInOrder, range, transaction } from './accounts.ts'
import { call } from './call.ts'
import { oneOf, slot } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

export const searchDirections = ['in', 'out'] as const
export const searchStates = ['completed', 'pending', 'failed'] as const
export const searchTypes = ['transfer', 'loan', 'others'] as const

/** The words of a search, without what stands between them. */
export const searchWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)

const words = z._default(
  z
    .string()
    .check(z.maxLength(limits.searchChars, messages.searchTooLong))
    .check(
      z.refine((text) => searchWords(text).length <= limits.searchWords, messages.searchTooLong),
    ),
  '',
)

type Amounts = { min?: bigint | undefined; max?: bigint | undefined }
const amountsInOrder = z.refine<Amounts>(
  ({ min, max }) => min === undefined || max === undefined || min <= max,
  messages.amountsReversed,
)

/**
 * Additive: the lines of all accounts of the customer that have every word and pass every filter,
 * newest first. A word is looked for in name, note, reference, number and bank, with or without accents, as
 * an amount (`12` is 12.00 to 12.99), as a month (`march`, `mar 2026`) and as the last eight characters, or
 * the beginning, of a reference code.
 */
export const searchTransactions = call({
  method: 'GET',
  path: 'search',
  access: 'customer',
  request: z
    .object({
      text: words,
      direction: z.optional(oneOf(searchDirections, messages.filterInvalid)),
      state: z.optional(oneOf(searchStates, messages.filterInvalid)),
      type: z.optional(oneOf(searchTypes, messages.filterInvalid)),
      min: z.optional(amount(messages.amountInvalid)),
      max: z.optional(amount(messages.amountInvalid)),
      account: z.optional(slot(messages.accountNotYours)),
      ...range,
      /** `Next` of the page before. */
      cursor: z.optional(
        z
          .string({ error: messages.pageInvalid })
          .check(z.regex(/^\d{1,15}(?:\.\d{1,15}){0,99}$/, messages.pageInvalid)),
      ),
    })
    .check(bothDates, datesInOrder, amountsInOrder),
  response: z.object({
    List: z.array(z.extend(transaction, { AccountId: z.string() })),
    /** Where the next page begins; null where there is none. */
    Next: z.nullable(z.string()),
    /**
     * The day that the search has come to, where it ended before the page was full: one answer looks
     * at so many lines only. It goes on from `Next`.
     */
    LookedTo: z.nullable(z.string()),
  }),
})

/**
 * Additive: how often this year, and with how much, the same name was paid, or paid the customer, as
 * on this line, over all accounts of its currency. Null where that is more than one answer can count.
 */
export const payeeTotal = call({
  method: 'GET',
  path: 'payee-total/{transactionId}',
  access: 'customer',
  costly: true,
  request: z.object({ transactionId: slot(messages.receiptUrlInvalid) }),
  response: z.object({
    Year: z.string(),
    Count: z.nullable(z.number()),
    Total: z.nullable(money),
  }),
})
