import * as z from 'zod/mini'
import { call } from './call.ts'
import { currencyCodes } from './catalog.ts'
import { spentOn } from './categories.ts'
import { oneOf } from './fields.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

/** How many months before the one that is asked for it is compared with. */
export const monthsCompared = 6
/** How many payees are named. */
export const insightPayees = 10

/** A month that can be asked about, as yyyy-mm. */
export const monthPattern = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/
const month = z.optional(
  z.string({ error: messages.monthInvalid }).check(z.regex(monthPattern, messages.monthInvalid)),
)
const currency = oneOf(currencyCodes, messages.currencyInvalid)

const compared = {
  Amount: money,
  Count: z.number(),
  /** What a month before came to on average. */
  Average: money,
}

/**
 * Additive: where the money of a month went, over all accounts of a currency, and how that compares
 * with the months before. Moves between own accounts and loans that are paid out count nowhere.
 * Without a month it is this one; without a currency that of the customer's first account.
 */
export const insights = call({
  method: 'GET',
  path: 'insights',
  access: 'customer',
  request: z.object({ month, currency: z.optional(currency) }),
  response: z.object({
    /** yyyy-mm. */
    Month: z.string(),
    Currency: z.object({ Code: z.string() }),
    /** Every currency of the customer's accounts. */
    Currencies: z.array(z.string()),
    /** The first month of this currency that anything happened in. */
    First: z.string(),
    Income: money,
    Spent: money,
    AverageSpent: money,
    /** The largest first; `Before` has the months before, the oldest first. */
    Categories: z.array(z.object({ Category: z.string(), ...compared, Before: z.array(money) })),
    Payees: z.array(z.object({ Name: z.string(), Category: z.string(), ...compared })),
    /** The months before and this one, the oldest first. */
    Months: z.array(z.object({ Month: z.string(), Income: money, Spent: money })),
    /** Whether a month has more lines than are looked at: what it spent there is under `other`. */
    Partial: z.boolean(),
  }),
})

const budgetList = z.object({
  Month: z.string(),
  List: z.array(
    z.object({
      Category: z.string(),
      Currency: z.object({ Code: z.string() }),
      /** What may be spent in a month, and what was. */
      Amount: money,
      Spent: money,
    }),
  ),
})

/** Additive: what the customer means to spend in a month, by category and currency, and what was. */
export const budgets = call({
  method: 'GET',
  path: 'budgets',
  access: 'customer',
  request: z.object({ month }),
  response: budgetList,
})

/** What the form collects. */
export const budgetOrder = z.object({
  category: spentOn,
  amount: amount(messages.amountInvalid),
})

/**
 * Additive: sets a budget from this month on, or changes it; without an amount there is none any more.
 * The customer is told when 80 % of it are gone, and when all of it is, each once in a month.
 */
export const setBudget = call({
  method: 'POST',
  path: 'budgets',
  access: 'customer',
  request: z.object({
    category: spentOn,
    currency,
    amount: z.optional(amount(messages.amountInvalid)),
  }),
  response: budgetList,
})
