import * as z from 'zod/mini'
import { money } from './money.ts'

const digitsOrNumber = z.union([z.string(), z.number()])

/** A card as init-user lists it. Only the last four digits of its number exist. */
export const card = z.object({
  Balance: money,
  Number: z.string(),
  Expiry: z.object({ Month: digitsOrNumber, Year: digitsOrNumber }),
  Cv2: z.string(),
})
export type Card = z.output<typeof card>
