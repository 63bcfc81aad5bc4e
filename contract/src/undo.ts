import * as z from 'zod/mini'
import { transferred } from './accounts.ts'
import { call } from './call.ts'
import { slot } from './fields.ts'
import * as messages from './messages.ts'

/**
 * Additive: calls a transfer back while its `UndoUntil` has not come; the money was held and is free
 * again. Apart from the transfers, since every list of transactions offers it.
 */
export const undoTransfer = call({
  method: 'POST',
  path: 'transfer/{id}/undo',
  access: 'customer',
  request: z.object({ id: slot(messages.transferNotYours) }),
  response: transferred,
})
