import * as z from 'zod/mini'
import * as messages from './messages.ts'

/**
 * What belongs to a refusal: the HTTP status of its reply, its text where it has one of its own, and
 * the field of the request that it is about where it always is the same one.
 */
export type Refusal = { http: number; text?: string; field?: string }

/**
 * Every refusal the bank can give, by the code that its reply carries. Clients decide by the code and
 * show the message; a server of the specification alone sends no code.
 * A refusal of the domain is never 404 (the client replaces that text) and never 401 (a lost session).
 */
export const refusals = {
  // The request
  invalid: { http: 422 },
  too_large: { http: 413 },
  uri_too_long: { http: 414, text: messages.tooLarge },
  unsupported_type: { http: 415, text: messages.unsupportedType },
  slow_request: { http: 408, text: messages.timedOut },
  unknown_path: { http: 404, text: messages.notFound },
  method_not_allowed: { http: 405, text: messages.methodNotAllowed },
  cross_site: { http: 403, text: messages.crossSite },
  too_many: { http: 429 },
  unavailable: { http: 503, text: messages.busy },
  internal: { http: 500, text: messages.somethingWrong },

  // Who asks
  session_ended: { http: 401, text: messages.sessionEnded },
  credentials_wrong: { http: 422, text: messages.credentialsWrong },
  blocked: { http: 403, text: messages.customerBlocked },
  code_wrong: { http: 422, text: messages.codeWrong },
  /** An unknown passkey, a wrong signature and a used challenge answer alike. */
  passkey_refused: { http: 422 },
  totp_on: { http: 409 },
  no_second_step: { http: 409 },
  passkey_known: { http: 409 },
  no_passkeys_here: { http: 409 },
  link_invalid: { http: 422, text: messages.linkInvalid },
  reset_link_invalid: { http: 422, text: messages.resetLinkInvalid },
  username_taken: { http: 409, text: messages.usernameTaken, field: 'username' },
  email_taken: { http: 409, text: messages.emailTaken, field: 'email' },
  password_wrong: { http: 422 },
  /** A link alone does not tell whether its reader is the customer. */
  proof_needed: { http: 403, text: messages.proofNeeded, field: 'password' },
  /** There is no address to mail a code to. */
  no_address: { http: 409, text: messages.addressMissing },
  /** On the list of those that are guessed first, or made of what a guesser knows of the customer. */
  password_common: { http: 422, text: messages.passwordCommon },
  password_personal: { http: 422, text: messages.passwordPersonal },
  two_step_not_allowed: { http: 403, text: messages.twoStepNotAllowed },

  /** The session is too old for this: the password, or another sign-in, makes it fresh. */
  reauth_required: { http: 403, text: messages.reauthRequired },

  // Approval of one action
  /** The PIN, and a code where the customer uses codes, would do. */
  approval_required: { http: 422, text: messages.approvalRequired, field: 'pin' },
  pin_missing: { http: 403, text: messages.pinNotSet, field: 'pin' },
  pin_wrong: { http: 422, text: messages.pinInvalid, field: 'pin' },
  /** For a quarter of an hour: whatever is typed meanwhile is not even looked at. */
  pin_locked: { http: 429 },
  /** Until it is saved anew. */
  pin_dead: { http: 403, text: messages.pinDead, field: 'pin' },
  otp_needed: { http: 422, text: messages.otpInvalid, field: 'otp' },
  otp_wrong: { http: 422, text: messages.otpInvalid, field: 'otp' },
  /** Used, too old or wrong three times: only another code can help. */
  otp_spent: { http: 422, text: messages.otpInvalid, field: 'otp' },
  otp_locked: { http: 403, text: messages.otpLocked },

  // Money
  not_yours: { http: 403 },
  transfers_off: { http: 403, text: messages.transfersOff },
  /** The customer has frozen everything. */
  frozen: { http: 403, text: messages.frozen },
  /** Payees not paid before, for a day after a change that a thief would make. */
  cooling: { http: 422, field: 'amount' },
  crypto_off: { http: 403, text: messages.cryptoOff },
  daily_limit: { http: 422, text: messages.dailyLimit, field: 'amount' },
  insufficient_funds: { http: 422, text: messages.insufficientFunds, field: 'amount' },
  bad_amount: { http: 422, text: messages.amountInvalid, field: 'amount' },
  unknown_payee: { http: 422, text: messages.payeeUnknown },
  rate_changed: { http: 409 },
  key_reused: { http: 409, text: messages.keyReused },
  /** Used so long ago that its answer is not kept any more; nothing was done again. */
  key_expired: { http: 409, text: messages.keyExpired },
  account_closed: { http: 422, text: messages.accountClosed },
  /** Paid, declined, cancelled or expired. */
  request_over: { http: 409, text: messages.requestOver },
  request_differs: { http: 409, text: messages.requestDiffers },
  pot_short: { http: 422, text: messages.potShort, field: 'amount' },
  pot_closed: { http: 409, text: messages.potClosed },
  loan_open: { http: 409, text: messages.loanOpen },
  loan_too_large: { http: 422, text: messages.loanTooLarge, field: 'amount' },
  loan_not_owed: { http: 409, text: messages.loanNotOwed },
  /** Interest, or another payment, came between: `owed` says what it is now. */
  loan_sum_changed: { http: 409, text: messages.loanSumChanged, field: 'amount' },

  card_is_lost: { http: 409, text: messages.cardIsLost },

  // Documents
  document_waits: { http: 409, text: messages.documentWaits },

  // Lists
  list_full: { http: 422 },
  biller_known: { http: 409, text: messages.billerKnown },
  bill_once: { http: 422, text: messages.billOnceSkipped },
  bill_date_over: { http: 409, text: messages.billDateOver },
  bill_date_paid: { http: 409, text: messages.billDatePaid },
  order_date_over: { http: 409, text: messages.orderDateOver },
  order_over: { http: 409, text: messages.orderOver },

  days_passing: { http: 409, text: messages.forwardPassing },
  days_not_yours: { http: 403, text: messages.forwardNotYours },
  days_too_far: { http: 422, text: messages.forwardTooFar, field: 'by' },

  // The books; what customers can ask for does not come this far
  unknown_account: { http: 422, text: 'This account does not exist' },
  currency_mismatch: { http: 422, text: 'The accounts have different currencies' },
  not_pending: { http: 409, text: 'This transaction is no longer pending' },
  not_reversible: { http: 409, text: 'This entry cannot be reversed' },
  already_reversed: { http: 409, text: 'This entry is already reversed' },
  not_empty: { http: 409, text: 'The account still has money in it' },
  under_way: { http: 409, text: 'The account has a transaction under way' },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof refusals

/** A refusal that has words of its own. */
export type SpokenCode = {
  [Code in RefusalCode]: (typeof refusals)[Code] extends { text: string } ? Code : never
}[RefusalCode]

/** Whether a word, such as the answer of a database function, is the code of such a refusal. */
export const isSpoken = (code: string): code is SpokenCode =>
  Object.hasOwn(refusals, code) && 'text' in refusals[code as RefusalCode]

/** What a refusal tells besides its words, where it can: all a client needs to go on. */
export const refusalData = z.object({
  /** What one unit buys now, where the rate that was shown has changed. */
  rate: z.optional(z.string()),
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds: z.optional(z.number()),
  /** Until when it is refused, as ISO 8601 text: a real moment, whatever date the bank has. */
  until: z.optional(z.string()),
  /** That a limit is one that the customer has set. */
  ownLimit: z.optional(z.boolean()),
  /** How many wrong ones may follow before it is locked. */
  triesLeft: z.optional(z.number()),
  /** What is owed on a loan today, to pay all of it: a decimal number. */
  owed: z.optional(z.string()),
  /** What a month of a loan costs: a decimal number. */
  instalment: z.optional(z.string()),
  /** How many a list holds at most. */
  max: z.optional(z.number()),
})
export type RefusalData = z.infer<typeof refusalData>
