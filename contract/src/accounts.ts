import * as z from 'zod/mini'
import { anything, call } from './call.ts'
import { accountTypeNames, currencyCodes } from './catalog.ts'
import { moment } from './dates.ts'
import { date, oneOf, slot, text, word } from './fields.ts'
import * as messages from './messages.ts'
import { money, moved } from './money.ts'

const optionalString = z.optional(z.nullable(z.string()))

export const currency = z.object({
  Name: z.string(),
  Country: z.optional(z.string()),
  /** HTML-encoded; read it with decodeSymbol. */
  Symbol: z.string(),
  Country_code: z.optional(z.string()),
  Code: z.string(),
  Value: z.optional(z.union([z.string(), z.number()])),
})
export type Currency = z.output<typeof currency>

export const account = z.object({
  Id: z.string(),
  Number: z.string(),
  Name: z.string(),
  Type: word,
  CurrentBalance: money,
  AvailableBalance: money,
  Currency: currency,
})
export type Account = z.output<typeof account>

/** An account as far as a line of its statement names it. */
export const lineAccount = z.object({
  Name: z.string(),
  Number: z.string(),
  Currency: z.object({ Code: z.string() }),
})

export const transaction = z.object({
  Id: z.string(),
  Created: moment,
  User: optionalString,
  Account: z.optional(lineAccount),
  Status: z.optional(z.boolean()),
  Completed: z.optional(z.boolean()),
  Amount: moved,
  Type: word,
  Reference: optionalString,
  Description: optionalString,
  Objective: optionalString,
  Method: optionalString,
  Gateway: optionalString,
  Name: optionalString,
  Accountnumber: optionalString,
  Swift: optionalString,
  BankAddress: optionalString,
  RoutingNumber: optionalString,
  Bank: optionalString,
  Same: z.optional(z.boolean()),
  State: word,
  Purpose: z.optional(z.nullable(word)),
  /** Additive: true where the other side is an account of the same customer. */
  Own: z.optional(z.boolean()),
  /** Additive, on a receipt: the name of the account's holder. */
  Holder: optionalString,
  /** Additive: why it failed. */
  Reason: optionalString,
  /** Additive, on a receipt: the passkey's signature that it was approved with. */
  Approval: z.optional(z.record(z.string(), z.string())),
  /** Additive: until when it can be called back, only while it can: a real moment, whatever date the bank has. */
  UndoUntil: z.optional(z.nullable(moment)),
})
export type Transaction = z.output<typeof transaction>

/** The reply to every transfer: the source account after it, and its statement line. */
export const transferred = z.object({ account, transaction })

/** Additive dates of a list or a total: both or none. */
export const range = {
  start_date: z.optional(date(messages.dateInvalid)),
  end_date: z.optional(date(messages.dateInvalid)),
}
type Range = { start_date?: string | undefined; end_date?: string | undefined }
export const bothDates = z.refine<Range>(
  (dates) => (dates.start_date === undefined) === (dates.end_date === undefined),
  messages.datesIncomplete,
)
export const datesInOrder = z.refine<Range>(
  (dates) => (dates.start_date ?? '') <= (dates.end_date ?? '9999'),
  messages.datesReversed,
)

export const pageNumber = z.pipe(
  z.union([z.string(), z.number()], { error: messages.pageInvalid }),
  z.transform((value, context) => {
    if (/^[1-9]\d{0,8}$/.test(String(value))) return Number(value)
    context.issues.push({ code: 'custom', message: messages.pageInvalid, input: value })
    return z.NEVER
  }),
)

export const pageMeta = z.object({
  /** Holds the number of pages. */
  PageSize: z.number(),
  Total: z.optional(z.number()),
  Page: z.optional(z.number()),
  PerPage: z.optional(z.number()),
})

export const transactions = call({
  method: 'GET',
  path: 'transactions/{accountId}',
  access: 'customer',
  request: z
    .object({
      accountId: slot(messages.accountNotYours),
      page: z._default(pageNumber, 1),
      ...range,
    })
    .check(bothDates, datesInOrder),
  response: z.object({
    List: z.array(transaction),
    Meta: pageMeta,
  }),
})

export const overview = z.object({
  income: money,
  expenses: money,
  currentMonthSpend: money,
  /** Additive: what of the income the bank lent; left out where that is nothing. */
  borrowed: z.optional(money),
})

export const accountOverview = call({
  method: 'GET',
  path: 'acount-overview/{accountId}',
  access: 'customer',
  request: z
    .object({ accountId: slot(messages.accountNotYours), ...range })
    .check(bothDates, datesInOrder),
  response: overview,
})

export const transactionReceipt = call({
  method: 'GET',
  path: 'transaction-receipt/{transactionId}',
  access: 'customer',
  request: z.object({ transactionId: slot(messages.receiptUrlInvalid) }),
  response: transaction,
})

/** The currency of a new account, in whatever case. */
export const accountCurrency = z.string({ error: messages.currencyInvalid }).check(
  z.toLowerCase(),
  z.refine(
    (value) => (currencyCodes as readonly string[]).includes(value),
    messages.currencyInvalid,
  ),
)

/** What the add-account dialog collects. */
export const createAccount = call({
  method: 'POST',
  path: 'account',
  access: 'customer',
  request: z.object({
    accountType: z._default(oneOf(accountTypeNames, messages.accountTypeInvalid), 'savings'),
    currency: z._default(accountCurrency, 'usd'),
    accountName: text(messages.accountNameMissing, 60),
  }),
  response: account,
})

/** A line of a statement from its oldest to its newest, with the texts of a `Transaction`. */
export const printedLine = z.extend(
  z.pick(transaction, {
    Id: true,
    Created: true,
    Type: true,
    Amount: true,
    State: true,
    Name: true,
    Accountnumber: true,
    Reference: true,
    Description: true,
  }),
  {
    /** The booking day in the bank's zone, yyyy-mm-dd. */
    Day: z.string(),
    /** What the account held after it; a line that is not completed leaves that as it was. */
    Balance: money,
  },
)
export type PrintedLine = z.output<typeof printedLine>

/**
 * Additive: a whole statement to print, at most `statementLinesMax` lines of it. Opening + income -
 * expenses = closing, as it all stood at one moment.
 */
export const accountStatement = call({
  method: 'GET',
  path: 'statement/{accountId}',
  access: 'customer',
  costly: true,
  request: z
    .object({ accountId: slot(messages.accountNotYours), ...range })
    .check(bothDates, datesInOrder),
  response: z.object({
    Account: account,
    From: z.string(),
    To: z.string(),
    Opening: money,
    Income: money,
    Expenses: money,
    Closing: money,
    List: z.array(printedLine),
  }),
})

export const exportFormats = ['csv', 'ofx', 'qif', 'camt053'] as const

/** Additive: a statement as a file. */
export const exportStatement = call({
  method: 'GET',
  path: 'export/{accountId}',
  access: 'customer',
  costly: true,
  request: z
    .object({
      accountId: slot(messages.accountNotYours),
      format: oneOf(exportFormats, messages.exportFormatInvalid),
      ...range,
    })
    .check(bothDates, datesInOrder),
  response: anything,
  answers: 'file',
})
