/**
 * Every refusal the bank can give, with the HTTP status it answers.
 * A refusal of the domain is never 404 (the client replaces that text) and never 401 (a lost session).
 */
export const refusals = {
  invalid: 422,
  session_ended: 401,
  forbidden: 403,
  not_yours: 403,
  blocked: 403,
  method_not_allowed: 405,
  conflict: 409,
  key_reused: 409,
  rate_changed: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_type: 415,
  insufficient_funds: 422,
  unknown_account: 422,
  account_closed: 422,
  currency_mismatch: 422,
  bad_amount: 422,
  not_pending: 409,
  too_many: 429,
  unknown_path: 404,
  slow_request: 408,
  unavailable: 503,
  internal: 500,
} as const

export type RefusalCode = keyof typeof refusals
