import * as z from 'zod/mini'
import { pageNumber } from './accounts.ts'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { optionalText } from './fields.ts'
import * as messages from './messages.ts'

/** Additive: proves with the password that it is still the customer who sits there. */
export const reauthenticate = call({
  method: 'POST',
  path: 'reauthenticate',
  access: 'customer',
  request: z.object({
    password: z
      .string({ error: messages.currentPasswordMissing })
      .check(z.minLength(1, messages.currentPasswordMissing)),
  }),
  /** Until when sensitive changes need no further proof. */
  response: z.object({ FreshUntil: moment }),
})

const session = z.object({
  Id: z.string(),
  /** The browser and its system, in words. */
  Device: z.string(),
  /** The network it was used from; never the whole address. */
  Address: z.string(),
  SignedIn: moment,
  LastUsed: moment,
  /** The session that asks. */
  Current: z.boolean(),
})
export type Session = z.output<typeof session>

/** Additive: where the customer is signed in. */
export const sessions = call({
  method: 'GET',
  path: 'sessions',
  access: 'customer',
  request: nothing,
  response: z.array(session),
})

/** Additive: ends one session, or without an id all but the one that asks. */
export const endSessions = call({
  method: 'DELETE',
  path: 'sessions',
  access: 'customer',
  fresh: true,
  request: z.object({ id: optionalText() }),
  response: anything,
})

/** What the security log knows of. */
export const securityEventKinds = [
  'signed_in',
  'sign_in_refused',
  'sign_in_locked',
  'signed_out',
  'reauthenticated',
  'new_device',
  'not_me',
  'sessions_ended',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'pin_saved',
  'pin_wrong',
  'pin_locked',
  'code_wrong',
  'codes_locked',
  'email_changed',
  'email_proven',
  'email_put_back',
  'two_step_on',
  'two_step_off',
  'alerts_on',
  'alerts_off',
  'frozen',
  'thawed',
  'limits_lowered',
  'limits_raised',
  'passkey_added',
  'passkey_removed',
  'passkey_used',
  'totp_on',
  'totp_off',
  'backup_codes_made',
  'backup_code_used',
  'flag_set',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

const securityEvent = z.object({
  Id: z.string(),
  /** One of `securityEventKinds`; a newer server may know more. */
  Kind: z.string(),
  By: z.string(),
  Device: z.string(),
  Address: z.string(),
  Detail: z.string(),
  At: moment,
})
export type SecurityEventEntry = z.output<typeof securityEvent>

/** Additive: the customer's security log, newest first. */
export const securityEvents = call({
  method: 'GET',
  path: 'security-events',
  access: 'customer',
  request: z.object({ page: z._default(pageNumber, 1) }),
  response: z.object({
    List: z.array(securityEvent),
    Meta: z.object({ PageSize: z.number(), Total: z.number() }),
  }),
})
