import * as z from 'zod/mini'
import { bothDates, datesInOrder, range } from './accounts.ts'
import { call, nothing } from './call.ts'
import { slot } from './fields.ts'
import * as messages from './messages.ts'
import { money } from './money.ts'

/** How many days a line of balances has, today included. */
export const balanceDayCount = 30
/** How many payees are named. */
export const spendingNames = 5

/**
 * Additive: what each account held at the end of each of the last days, the oldest first. A day
 * without a movement has the balance of the day before; the last is what the account holds now.
 */
export const balanceDays = call({
  method: 'GET',
  path: 'balance-days',
  access: 'customer',
  request: nothing,
  response: z.object({
    /** Days in the bank's zone, yyyy-mm-dd. */
    From: z.string(),
    To: z.string(),
    List: z.array(z.object({ AccountId: z.string(), Balances: z.array(money) })),
  }),
})

/**
 * Additive: who was paid from an account, the largest sums first; without dates, this month. `Total`
 * is all that was spent, whoever is named: moves between own accounts are none.
 */
export const spending = call({
  method: 'GET',
  path: 'spending/{accountId}',
  access: 'customer',
  request: z
    .object({ accountId: slot(messages.accountNotYours), ...range })
    .check(bothDates, datesInOrder),
  response: z.object({
    From: z.string(),
    To: z.string(),
    Total: money,
    List: z.array(z.object({ Name: z.string(), Amount: money, Count: z.number() })),
    /** The same sum by what it was spent on, the largest first. */
    Categories: z.optional(
      z.array(z.object({ Category: z.string(), Amount: money, Count: z.number() })),
    ),
  }),
})
