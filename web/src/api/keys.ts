/** The dates of a list or a total: both, or none for everything. */
export type Dates = { start_date?: string; end_date?: string }

const transactions = ['transactions'] as const
const overviews = ['overview'] as const

/**
 * The keys of everything that is loaded. A key that begins another one stands for all of those:
 * `transactions` for every list, `transactionsOf(id)` for the lists of one account. A list that the bank
 * sends news of is called as in its events.
 */
export const keys = {
  initUser: ['init-user'],
  transactions,
  searches: [...transactions, 'search'] as const,
  transactionsOf: (accountId: string) => [...transactions, accountId] as const,
  transactionsPage: (accountId: string, page: number, dates: Dates) =>
    [...transactions, accountId, page, dates] as const,
  overviews,
  overviewsOf: (accountId: string) => [...overviews, accountId] as const,
  notifications: ['notifications'],
  beneficiaries: ['beneficiaries'],
  billers: ['billers'],
  bills: ['bills'],
  standingOrders: ['standing-orders'],
  loans: ['loans'],
  passkeys: ['passkeys'],
  sessions: ['sessions'],
  securityEvents: ['security-events'],
  limits: ['limits'],
  tickets: ['tickets'],
  requests: ['requests'],
  requestCode: ['requestCode'],
  request: ['request'],
  receive: ['receive'],
  documents: ['documents'],
  bitcoins: ['bitcoins'],
  insights: ['insights'],
  pots: ['pots'],
  cards: ['cards'],
  demoClock: ['demo-clock'],
} as const
