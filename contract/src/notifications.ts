import * as z from 'zod/mini'
import { pageNumber } from './accounts.ts'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'

const notification = z.object({
  Id: z.string(),
  Title: z.string(),
  Body: z.string(),
  Created: moment,
  Read: z.boolean(),
  /** The statement line it is about, if any. */
  Transaction: z.nullable(z.string()),
  /** Additive: who the money came from or went to. */
  Party: z.optional(z.string()),
  /** Additive: whether something will go wrong unless the customer does something. */
  Warns: z.optional(z.boolean()),
})
export type Notification = z.output<typeof notification>

/** Additive: what the bell counts. */
export const notifications = call({
  method: 'GET',
  path: 'notifications',
  access: 'customer',
  request: z.object({ page: z._default(pageNumber, 1) }),
  response: z.object({
    List: z.array(notification),
    Meta: z.object({ PageSize: z.number(), Total: z.number() }),
    Unread: z.number(),
  }),
})

/** Additive: marks everything as read. */
export const readNotifications = call({
  method: 'POST',
  path: 'notifications/read',
  access: 'customer',
  request: nothing,
  response: anything,
})

/** What an event tells; a client fetches again what it names. */
const bankEvent = z.object({
  transactions: z.array(z.object({ Id: z.string(), AccountId: z.string(), State: z.string() })),
  unReadNotifications: z.number(),
  /** Other lists that have changed, by the first word of their call. */
  lists: z.optional(z.array(z.string())),
  /** The bank may have missed some news itself: whatever is on the screen is to be asked for again. */
  missed: z.optional(z.boolean()),
})
export type BankEvent = z.output<typeof bankEvent>

/** Additive: the customer's news as server-sent events. */
export const events = call({
  method: 'GET',
  path: 'events',
  access: 'customer',
  request: nothing,
  response: bankEvent,
  answers: 'stream',
})
