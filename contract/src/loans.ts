import * as z from 'zod/mini'
import { anything, call } from './call.ts'
import { text } from './fields.ts'
import { messages } from './messages.ts'
import { amount } from './money.ts'

export const requestLoan = call({
  method: 'POST',
  path: 'loan',
  access: 'customer',
  request: z.object({
    account: text(messages.destinationMissing),
    amount: amount(messages.amountInvalid),
  }),
  response: anything,
})
