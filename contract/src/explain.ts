import * as z from 'zod/mini'
import { accountCurrency, bothDates, datesInOrder, range } from './accounts.ts'
import { anything, call } from './call.ts'
import { categories } from './categories.ts'
import { oneOf, slot } from './fields.ts'
import * as messages from './messages.ts'
import { money } from './money.ts'

/** Every figure that can be explained, by its name, with what people call it. */
export const figureLabels = {
  balance: 'Current balance',
  available: 'Available balance',
  income: 'Income',
  expenses: 'Expenses',
  net: 'Net',
  spent: 'Spent',
  borrowed: 'Borrowed',
  total: 'Total',
  owed: 'Outstanding',
  principal: 'Principal',
  interest: 'Interest',
  due: 'Next payment',
  card: 'Balance of the card',
  pot: 'In the pot',
  pots: 'Set aside',
  category: 'Spent on it',
  spending: 'Spent',
  came: 'Came in',
  usual: 'A usual month',
  safe: 'Safe to spend',
  lowest: 'Lowest point',
  point: 'Forecast',
  line: 'Transaction',
} as const
export type FigureName = keyof typeof figureLabels
export const figureNames = Object.keys(figureLabels) as [FigureName, ...FigureName[]]

/** What each figure is asked for by; a category also by the currency that it is counted in. */
export const figureSubjects = {
  balance: 'account',
  available: 'account',
  income: 'account',
  expenses: 'account',
  net: 'account',
  spent: 'account',
  borrowed: 'account',
  total: 'currency',
  owed: 'loan',
  principal: 'loan',
  interest: 'loan',
  due: 'loan',
  card: 'card',
  pot: 'pot',
  pots: 'currency',
  category: 'category',
  spending: 'currency',
  came: 'currency',
  usual: 'currency',
  safe: 'account',
  lowest: 'account',
  point: 'account',
  line: 'line',
} as const satisfies Record<FigureName, string>

/** The figures that can be of some days only. */
export const datedFigures: readonly FigureName[] = [
  ...(['income', 'expenses', 'net', 'spent', 'borrowed'] as const),
  ...(['category', 'spending', 'came', 'usual', 'point'] as const),
]

/** What a figure is of, and for which days. */
const asked = {
  figure: oneOf(figureNames, messages.filterInvalid),
  account: z.optional(slot(messages.accountNotYours)),
  loan: z.optional(slot(messages.loanUnknown)),
  card: z.optional(slot(messages.cardUnknown)),
  pot: z.optional(slot(messages.potUnknown)),
  category: z.optional(oneOf(categories, messages.filterInvalid)),
  /** Of all accounts in it. */
  currency: z.optional(accountCurrency),
  /** A transaction by its id. */
  line: z.optional(slot(messages.receiptUrlInvalid)),
  ...range,
}

/** A question that leads on: the figure that a part is itself, as fields of the same call. */
const question = z.object({
  figure: z.string(),
  account: z.optional(z.string()),
  loan: z.optional(z.string()),
  card: z.optional(z.string()),
  pot: z.optional(z.string()),
  category: z.optional(z.string()),
  currency: z.optional(z.string()),
  line: z.optional(z.string()),
  start_date: z.optional(z.string()),
  end_date: z.optional(z.string()),
})
export type Question = z.output<typeof question>

const figurePart = z.object({
  /**
   * month, day, line, hold (money that is reserved), pot (that is set aside), figure (another one),
   * account (what one holds), bill, order, pay, usual, buffer and floor (of a forecast), payee (all that
   * was paid to one or came from one), category, share (a month's part in an average: `Text` says of how
   * many months, `Original` what the whole month was), move (into a pot or out of it), posting, lent,
   * interest, repaid (of a loan), instalment, cap (no more than is owed) or earlier (paid before payments
   * were listed).
   */
  Kind: z.string(),
  /** yyyy-mm-dd, or yyyy-mm of a month; null where it has no day. */
  On: z.nullable(z.string()),
  Text: z.string(),
  /** As it counts: what takes away is negative. */
  Amount: money,
  /** What this part is made of; null at the end. */
  Parts: z.nullable(question),
  /** The transaction behind it, which has a receipt. */
  Reference: z.nullable(z.string()),
  /** What it is a part of, or the same in the money of the account, where that is another: 12.50 EUR. */
  Original: z.optional(z.string()),
})
export type FigurePart = z.output<typeof figurePart>

/** One side of a ledger entry; all of an entry sum to zero in each currency. */
const posting = z.object({
  /** own, bank or other. */
  Side: z.string(),
  Text: z.string(),
  Amount: money,
  Currency: z.string(),
})

/**
 * Additive: the parts that make a figure, newest first. `SoFar` is their sum from the first page to
 * this one; the last page has it as `AddsUpTo`, which is `Total`.
 */
export const explain = call({
  method: 'GET',
  path: 'explain',
  access: 'customer',
  costly: true,
  request: z
    .object({
      ...asked,
      /** `Next` of the page before. */
      cursor: z.optional(
        z
          .string({ error: messages.pageInvalid })
          .check(z.regex(/^[a-z]+:[\d-]{1,20}~-?\d{1,18}$/, messages.pageInvalid)),
      ),
    })
    .check(bothDates, datesInOrder),
  response: z.object({
    Figure: z.string(),
    Label: z.string(),
    Currency: z.string(),
    Total: money,
    List: z.array(figurePart),
    SoFar: money,
    AddsUpTo: z.nullable(money),
    /** Where the next page begins; null where there is none. */
    Next: z.nullable(z.string()),
    /** Of a transaction: the entry that it is in the ledger. */
    Postings: z.optional(z.array(posting)),
  }),
})
export type Explanation = z.output<typeof explain.response>

/** Additive: the same as a file, of sums over lines every line of them, with the sum in the last row. */
export const explainFile = call({
  method: 'GET',
  path: 'explain/export',
  access: 'customer',
  costly: true,
  request: z
    .object({ ...asked, format: oneOf(['csv'], messages.exportFormatInvalid) })
    .check(bothDates, datesInOrder),
  response: anything,
  answers: 'file',
})
