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
  Number: z.string(),
  Expiry: z.object({ Month: digitsOrNumber, Year: digitsOrNumber }),
  Cv2: z.string(),
})
export type Card = z.output<typeof card>
