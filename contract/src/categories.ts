import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { oneOf, optionalFlag, slot } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { money, parseMoney } from './money.ts'

/** Where money goes, in the order of a list to choose from; what comes in is income. */
export const categories = [
  'groceries',
  'eating-out',
  'shopping',
  'transport',
  'travel',
  'home',
  'bills',
  'health',
  'leisure',
  'education',
  'people',
  'finance',
  'other',
  'income',
] as const
export type Category = (typeof categories)[number]

/** Those that money can be spent on. */
export const spendingCategories = categories.filter((one) => one !== 'income')

export const categoryNames: Record<Category, string> = {
  groceries: 'Groceries',
  'eating-out': 'Eating out',
  shopping: 'Shopping',
  transport: 'Transport',
  travel: 'Travel',
  home: 'Home',
  bills: 'Bills and utilities',
  health: 'Health',
  leisure: 'Leisure',
  education: 'Education',
  people: 'Family and friends',
  finance: 'Loans, fees and investments',
  other: 'Other',
  income: 'Income',
}

export const isCategory = (text: string): text is Category =>
  (categories as readonly string[]).includes(text)

/** The name of a category; one that a later server has is called as it is there. */
export const categoryLabel = (category: string): string =>
  isCategory(category) ? categoryNames[category] : category

/** A category to spend on. */
export const spentOn = oneOf(
  spendingCategories as [Category, ...Category[]],
  messages.categoryInvalid,
)

/** One part of a line that stands in several categories. */
export type LinePart = { category: Category; amountMinor: bigint }

/** Reads `groceries=12.50;home=7.50`; null for anything else, and for amounts that are none. */
export function readParts(text: string): LinePart[] | null {
  const parts = text.split(';').map((part) => {
    const [category = '', amount = '', ...more] = part.split('=')
    const amountMinor = parseMoney(amount)
    const isOne = isCategory(category) && category !== 'income' && more.length === 0
    return isOne && amountMinor ? { category, amountMinor } : null
  })
  return parts.every((part) => part !== null) ? parts : null
}

const parts = z.optional(
  z.pipe(
    z.string({ error: messages.partsInvalid }),
    z.transform((text, context): LinePart[] => {
      if (text === '') return []
      const found = readParts(text)
      if (found && found.length >= 2 && found.length <= limits.partsMax) return found
      context.issues.push({ code: 'custom', message: messages.partsInvalid, input: text })
      return z.NEVER
    }),
  ),
)

const lineCategory = z.object({
  /** Null for a move between own accounts and a loan that is paid out: neither is spending or income. */
  Category: z.nullable(z.string()),
  /** Where the line is split. */
  Parts: z.array(z.object({ Category: z.string(), Amount: money })),
  /** The customer's own words; nobody else reads them. */
  Note: z.string(),
  /** Who chose it: the bank's rules, a rule of the customer, or the customer for this line. */
  By: z.string(),
  /** Whether the customer may put it elsewhere. */
  Open: z.boolean(),
  /** Whether there is a payee that a rule could be about. */
  Payee: z.boolean(),
})
export type LineCategory = z.output<typeof lineCategory>

/** Additive: where a line of the customer's statement is put, and the customer's note on it. */
export const transactionCategory = call({
  method: 'GET',
  path: 'transactions/{id}/category',
  access: 'customer',
  request: z.object({ id: slot(messages.receiptUrlInvalid) }),
  response: lineCategory,
})

type Asked = { category?: string | undefined; parts?: LinePart[] | undefined }
const notBoth = z.refine<Asked>(
  ({ category, parts }) => category === undefined || parts === undefined,
  messages.partsInvalid,
)

/**
 * Additive: puts a line of spending into a category, or parts of it into several (`parts`, as
 * `groceries=12.50;home=7.50`), and writes a note. With `always` the category is for everything that
 * this payee is paid. An empty category leaves it to the rules again. What is not sent stays.
 */
export const putIntoCategory = call({
  method: 'POST',
  path: 'transactions/{id}/category',
  access: 'customer',
  request: z
    .object({
      id: slot(messages.receiptUrlInvalid),
      category: z.optional(z.union([z.literal(''), spentOn], { error: messages.categoryInvalid })),
      always: optionalFlag,
      parts,
      note: z.optional(
        z
          .string()
          .check(z.trim(), z.maxLength(limits.lineNoteChars, messages.tooLong))
          .check(z.regex(/^[^\r\n]*$/, messages.formUnreadable)),
      ),
    })
    .check(notBoth),
  response: lineCategory,
})

/** Additive: which payees the customer has put under a category for good, by their names. */
export const categoryRules = call({
  method: 'GET',
  path: 'category-rules',
  access: 'customer',
  request: nothing,
  response: z.object({
    List: z.array(z.object({ Id: z.string(), Payee: z.string(), Category: z.string() })),
  }),
})

/** Additive: leaves a payee to the bank's rules again. */
export const removeCategoryRule = call({
  method: 'POST',
  path: 'category-rules/{id}/remove',
  access: 'customer',
  request: z.object({ id: slot(messages.categoryRuleUnknown) }),
  response: anything,
})
