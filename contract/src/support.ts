import * as z from 'zod/mini'
import { call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { email, text } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'

export const support = call({
  method: 'POST',
  path: 'support',
  access: 'customer',
  request: z.object({
    email: email(messages.supportEmailInvalid),
    subject: text(messages.supportSubjectMissing),
    content: z
      .string({ error: messages.supportContentMissing })
      .check(z.trim(), z.minLength(limits.supportMessageMin, messages.supportContentMissing)),
  }),
  /** Additive: the number under which the bank keeps the message. */
  response: z.optional(z.object({ ticket: z.string() })),
})

const ticket = z.object({
  /** The number that it was acknowledged with. */
  Ticket: z.string(),
  Subject: z.string(),
  Content: z.string(),
  /** Where the bank answers to. */
  Email: z.string(),
  Created: moment,
})
export type Ticket = z.output<typeof ticket>

/** Additive: what the customer wrote, the newest first. */
export const tickets = call({
  method: 'GET',
  path: 'support',
  access: 'customer',
  request: nothing,
  response: z.object({ List: z.array(ticket) }),
})
