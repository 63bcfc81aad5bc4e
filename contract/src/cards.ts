import * as z from 'zod/mini'
import { money } from './money.ts'

const digitsOrNumber = z.union([z.string(), z.number()])

/** A card as init-user lists it. Only the last four digits of its number exist. */
export const card = z.object({
  /** In US dollars. */
  Balance: money,
  /** Additive: what the card's account holds, in its own currency. */
  AccountBalance: z.optional(money),
  AccountCurrency: z.optional(z.string()),
  /** Additive: the account that the card pays from. */
  AccountId: z.optional(z.string()),
  Number: z.string(),
  Expiry: z.object({ Month: digitsOrNumber, Year: digitsOrNumber }),
  Cv2: z.string(),
  /** Additive: stopped, with everything else that the customer has frozen. */
  Frozen: z.optional(z.boolean()),
  /** Additive: what the controls of a card are about, and how they stand. */
  Id: z.optional(z.string()),
  State: z.optional(z.string()),
  /** In the currency of the card's account; null where there is none. */
  PerDay: z.optional(z.nullable(money)),
  PerPayment: z.optional(z.nullable(money)),
  Online: z.optional(z.boolean()),
  Abroad: z.optional(z.boolean()),
})
export type Card = z.output<typeof card>
