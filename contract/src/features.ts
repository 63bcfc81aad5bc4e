/**
 * What the bank does beyond the specification, as far as a client must know before it asks or
 * promises anything. init-user names them; a server of the specification alone names none.
 */
export const features = [
  /** An order is answered once for each Idempotency-Key, however often it is sent. */
  'idempotency',
  'events',
  'notifications',
  /** Statements as files and to print. */
  'export',
  /** Words and filters over all accounts, and what a payee was paid this year. */
  'search',
  /** What is owed, and the terms of a new loan. */
  'loans',
  /** Cards are frozen, limited and replaced, and list what they paid. */
  'card-controls',
  /** A loan is paid back by the customer, by hand or on each due date. */
  'loan-repay',
  /** A saved bill can be skipped once or cancelled. */
  'bill-changes',
  /** Transfers that are made by themselves, once on a date or again and again. */
  'standing-orders',
  'recipient-removal',
  /** A changed address is put back by a link to the old one. */
  'email-undo',
  /** The link that proves an address is mailed again when it is asked for. */
  'email-link',
  /** A changed secret signs out the other devices. */
  'device-sign-out',
  /** Sessions, the security log, freezing and limits of one's own. */
  'trust',
  /** A typed name is compared with the holder's. */
  'payee-check',
  /** A transfer carries a note for both statements. */
  'notes',
  /** A transfer between currencies is made at the rate that was shown, or not at all. */
  'shown-rate',
  /** A code is good only for the transfer that it was asked for. */
  'bound-codes',
  /** A transfer to a payee who was not paid before can be called back for some seconds. */
  'undo',
  /** Passkeys to sign in and to approve with, authenticator apps and backup codes. */
  'passkeys',
  /** The messages that the customer wrote to support. */
  'tickets',
  /** An account can be given another name. */
  'account-names',
  /** Balances of the last days, where it went by category and payee, budgets, and what was borrowed. */
  'insights',
  /** Every figure says what it is made of. */
  'explain',
  /** How many bitcoins an amount is, and a code to scan that says so. */
  'bitcoin-rate',
  /** Money can be asked for by a link, and an account be paid by a code to scan. */
  'requests',
  /** Statements by the month and receipts as signed files. */
  'documents',
  /** Money is set aside inside an account. */
  'pots',
  /** Savings earn interest, told to the day. */
  'interest',
  /** What will be in an account until the next pay-day, and what may be spent of it. */
  'forecast',
  /** A demonstration whose date this customer may move: told to its demo customers alone. */
  'time-machine',
] as const
export type Feature = (typeof features)[number]
