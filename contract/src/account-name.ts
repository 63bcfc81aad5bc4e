import * as z from 'zod/mini'
import { account } from './accounts.ts'
import { call } from './call.ts'
import { slot, text } from './fields.ts'
import * as messages from './messages.ts'

export const accountNameMax = 60

/** What a name may not hold: control characters, and marks that turn the text after them around. */
const plain = /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u

/** Additive: gives an account another name; only its owner sees it. */
export const renameAccount = call({
  method: 'POST',
  path: 'account/{accountId}/name',
  access: 'customer',
  request: z.object({
    accountId: slot(messages.accountNotYours),
    accountName: text(messages.accountNameMissing, accountNameMax).check(
      z.regex(plain, messages.accountNameMissing),
    ),
  }),
  response: account,
})
