/** The dates of a list or a total: both, or none for everything. */
export type Dates = { start_date?: string; end_date?: string }

const transactions = ['transactions'] as const
const overviews = ['overview'] as const
const notifications = ['notifications'] as const

/**
 * The keys of everything that is loaded. A key that begins another one stands for all of those:
 * `transactions` for every list, `transactionsOf(id)` for the lists of one account.
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
  overview: (accountId: string, dates: Dates) => [...overviews, accountId, dates] as const,
  notifications,
  notificationsPage: (page: number) => [...notifications, page] as const,
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
  insights: ['insights'],
  pots: ['pots'],
  cards: ['cards'],
  demoClock: ['demo-clock'],
} as const
