import * as z from 'zod/mini'
import { anything, call } from './call.ts'
import { optionalText, slot } from './fields.ts'
import * as messages from './messages.ts'

/** How a document stands. */
const documentStates = ['ready', 'making'] as const
export type DocumentState = (typeof documentStates)[number]

const bankDocument = z.object({
  Id: z.string(),
  Account: z.object({ Id: z.string(), Name: z.string(), Number: z.string() }),
  /** yyyy-mm. */
  Month: z.string(),
  State: z.enum(documentStates),
  /** Of a month of more lines than one file holds: which of its files it is, and of how many. */
  Part: z.optional(z.number()),
  Parts: z.optional(z.number()),
  /** Of the file, where there is one. */
  Size: z.optional(z.number()),
  Sha256: z.optional(z.string()),
})
export type BankDocument = z.output<typeof bankDocument>

/**
 * Additive: the statements of a year, month by month, the newest first. Those that nobody has asked
 * for yet are made from now on; a page hears of it as of a list that has changed.
 */
export const documents = call({
  method: 'GET',
  path: 'documents',
  access: 'customer',
  costly: true,
  request: z.object({
    /** Without one the newest that there are statements of. */
    year: optionalText(4).check(z.regex(/^(?:\d{4})?$/, messages.yearInvalid)),
  }),
  response: z.object({
    /** The years that there are statements of, the newest first. */
    Years: z.array(z.number()),
    Year: z.number(),
    List: z.array(bankDocument),
  }),
})

/** Additive: one document as a file. */
export const downloadDocument = call({
  method: 'GET',
  path: 'documents/{id}',
  access: 'customer',
  costly: true,
  request: z.object({ id: slot(messages.documentUnknown) }),
  response: anything,
  answers: 'file',
})

/** Additive: the receipt of a transaction as a file. */
export const receiptFile = call({
  method: 'GET',
  path: 'receipt-file/{transactionId}',
  access: 'customer',
  request: z.object({ transactionId: slot(messages.receiptUnavailable) }),
  response: anything,
  answers: 'file',
})
