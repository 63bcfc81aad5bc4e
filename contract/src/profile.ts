import * as z from 'zod/mini'
import { account, currency, transaction } from './accounts.ts'
import { anything, call, nothing } from './call.ts'
import { card } from './cards.ts'
import { dateParts } from './dates.ts'
import { digits, email, flag, undoSeconds } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { money } from './money.ts'

const words = z.optional(z.nullable(z.string()))
const bool = z.optional(z.nullable(z.boolean()))
const parts = z.optional(z.nullable(z.union([dateParts, z.string(), z.number()])))

/**
 * The customer. Pin, Googletoken and COTCode of the specification's entity are secrets: they have
 * no place here, so that no reply can carry them; `has_pin` says what a client needs to know.
 */
export const user = z.object({
  first_name: words,
  last_name: words,
  email: words,
  has_pin: bool,
  Accounts: z.array(account),
  Name: words,
  MiddleName: words,
  Surname: words,
  Phone: words,
  Email: words,
  State: words,
  City: words,
  Country: words,
  Street: words,
  Profilepic: words,
  Status: bool,
  Blocked: bool,
  Sex: words,
  Dob: parts,
  Lastseen: parts,
  Verifiedemail: bool,
  Verifiedphone: bool,
  Verification: words,
  Emailnotification: bool,
  Occupation: words,
  Username: words,
  UseOtp: bool,
  AllowTransfer: bool,
  PendingTransfer: bool,
  Mode: words,
  UseLoginVerification: bool,
  AllowUserManageLoginVerification: bool,
  CryptoPayment: bool,
  Kinname: words,
  Kinsurname: words,
  Kinemail: words,
  Kinphone: words,
  Kinrelationship: words,
  Kinaddress: words,
  Kinoccupation: words,
  LockOTP: bool,
  /** Additive: the customer has stopped cards and outgoing money. */
  Frozen: bool,
  UseCOT: bool,
  AllowRememberDevice: bool,
  /** Additive: the code of a sign-in comes from an app. */
  UseAuthenticator: bool,
})
export type User = z.output<typeof user>

/** An account with its newest lines. */
export const accountEntry = z.object({
  account,
  transactions: z.array(transaction),
  income: money,
  expenses: money,
})

/** All that the customer area needs at its first load. */
export const initUser = call({
  method: 'GET',
  path: 'init-user',
  access: 'customer',
  request: nothing,
  response: z.object({
    user,
    currency: z.optional(z.nullable(currency)),
    unReadNotifications: z.optional(z.number()),
    hasNewNotification: z.optional(z.boolean()),
    allowCrypto: z.optional(z.boolean()),
    imageUrl: z.optional(z.nullable(z.string())),
    currentMonthSpend: z.optional(money),
    income: z.optional(money),
    expenses: z.optional(money),
    /** Missing only where a client could not read them. */
    cards: z.optional(z._default(z.array(card), [])),
    /** Additive: which of `features` the server has. */
    features: z.optional(z.array(z.string())),
    /** Additive: how long transfers to new payees wait, by the customer's choice or the bank's preset. */
    undoSeconds: z.optional(z.number()),
    accounts: z.optional(z.array(accountEntry)),
  }),
})

export const changeEmail = call({
  method: 'POST',
  path: 'change-email',
  access: 'customer',
  fresh: true,
  request: z.object({ newEmail: email(messages.emailInvalid) }),
  response: anything,
})

export const savePassword = call({
  method: 'POST',
  path: 'save-password',
  access: 'customer',
  request: z.object({
    old_password: z
      .string({ error: messages.oldPasswordMissing })
      .check(z.minLength(1, messages.oldPasswordMissing)),
    new_password: z
      .string({ error: messages.changedPasswordMissing })
      .check(z.minLength(1, messages.changedPasswordMissing))
      .check(z.minLength(limits.passwordMin, messages.passwordTooShort))
      .check(z.maxLength(limits.passwordMax, messages.tooLong)),
  }),
  response: anything,
})

export const savePin = call({
  method: 'POST',
  path: 'save-pin',
  access: 'customer',
  request: z.object({
    newPin: digits(limits.pinLength, messages.pinInvalid),
    password: z
      .string({ error: messages.currentPasswordMissing })
      .check(z.minLength(1, messages.currentPasswordMissing)),
  }),
  response: anything,
})

export const toggle2fa = call({
  method: 'POST',
  path: 'toggle-2fa',
  access: 'customer',
  request: z.object({ login_verification: flag }),
  response: anything,
})

export const toggleAlert = call({
  method: 'POST',
  path: 'toggle-alert',
  access: 'customer',
  request: z.object({ notification: flag }),
  response: anything,
})

/** Additive: how long transfers to new payees can be called back; 0 sends them at once. */
export const saveUndo = call({
  method: 'POST',
  path: 'save-undo',
  access: 'customer',
  request: z.object({ undo_seconds: undoSeconds }),
  response: anything,
})
