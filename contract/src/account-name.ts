import * as z from 'zod/mini'
import { account } from './accounts.ts'
import { call } from './call.ts'
import { slot, text } from './fields.ts'
import * as messages from './messages.ts'

export const accountNameMax = 60

/** Additive: gives an account another name; only its owner sees it. */
export const renameAccount = call({
  method: 'POST',
  path: 'account/{accountId}/name',
  access: 'customer',
  request: z.object({
    accountId: slot(messages.accountNotYours),
    accountName: text(messages.accountNameMissing, accountNameMax),
  }),
  response: account,
})
