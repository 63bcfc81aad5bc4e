import * as z from 'zod/mini'
import { pageNumber } from './accounts.ts'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { credentialText, flag, optionalText } from './fields.ts'
import { requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

/** What the dialog asks for. */
export const ownPassword = z.object({
  password: z
    .string({ error: messages.currentPasswordMissing })
    .check(z.minLength(1, messages.currentPasswordMissing)),
})

/** Additive: proves with the password, or a passkey, that it is still the customer who sits there. */
export const reauthenticate = call({
  method: 'POST',
  path: 'reauthenticate',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.union([ownPassword, z.object({ credential: credentialText })], {
    error: whatIsMissing,
  }),
  /** Until when sensitive changes need no further proof. */
  response: z.object({ FreshUntil: moment }),
})

/** A union says no more than that nothing fits. */
function whatIsMissing({ input }: { input?: unknown }): string {
  return 'credential' in Object(input) ? messages.passkeyRefused : messages.currentPasswordMissing
}

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
  'password_wrong',
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
  'email_lost',
  'two_step_on',
  'two_step_off',
  'alerts_on',
  'alerts_off',
  'frozen',
  'thawed',
  'limits_lowered',
  'limits_raised',
  'card_frozen',
  'card_thawed',
  'card_limits',
  'card_lost',
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

/** Additive: stops cards, outgoing money and the other sessions at once; thawing needs a proof. */
export const freeze = call({
  method: 'POST',
  path: 'freeze',
  access: 'customer',
  request: z.object({ frozen: flag }),
  response: z.object({ Frozen: z.boolean() }),
})

/** In US dollars, as the bank's own limit is; null where the customer has set none. */
const limitPair = z.object({ PerDay: z.nullable(money), PerTransfer: z.nullable(money) })

const limitsShown = z.extend(limitPair, {
  /** The bank's own limit for a day, which holds whatever the customer's is. */
  BankPerDay: money,
  SentToday: money,
  /** What was asked for and is not yet in force. */
  Coming: z.nullable(z.extend(limitPair, { From: moment })),
  Frozen: z.boolean(),
  /** Until when payees who were not paid before get small sums only. */
  CoolingUntil: z.nullable(moment),
})

/** Additive: what may go out on a day and at a time. */
export const readLimits = call({
  method: 'GET',
  path: 'limits',
  access: 'customer',
  request: nothing,
  response: limitsShown,
})

/**
 * Additive: limits of one's own, both of them as they shall be; one that is left out is none. Lower at
 * once, higher after a day: a thief has to wait for it, and the customer can lower it again meanwhile.
 */
export const saveLimits = call({
  method: 'POST',
  path: 'limits',
  access: 'customer',
  request: z.object({
    /** In US dollars. */
    per_day: z.optional(amount(messages.amountInvalid)),
    per_transfer: z.optional(amount(messages.amountInvalid)),
  }),
  response: limitsShown,
})
