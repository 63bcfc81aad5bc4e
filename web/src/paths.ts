const area = '/c'

/** Every address of the client. Mails and bookmarks name them too, so they never change. */
export const paths = {
  login: '/login',
  logout: '/logout',
  signup: '/signup',
  resetRequest: '/request-password-reset',
  reset: '/reset-password',
  code: '/authentication',
  tokenLogin: '/user-login',
  verifyEmail: '/verify-email',
  undoEmail: '/undo-email',
  notMe: '/not-me',
  receipt: '/transaction-receipt',
  /** Where anybody checks a file of the bank; it stands on every document. */
  verify: '/verify',
  /** The link of a request for money. */
  pay: '/pay',
  /** The customer area: its first page, and all others under it. */
  overview: area,
  transfer: `${area}/transfer`,
  addFunds: `${area}/add-funds`,
  transactions: `${area}/transactions`,
  accounts: `${area}/my-accounts`,
  debts: `${area}/debts`,
  cards: `${area}/cards`,
  profile: `${area}/profile`,
  /** The part of the profile where the PIN is set. */
  pin: `${area}/profile#pin`,
  security: `${area}/profile/security`,
  support: `${area}/support`,
  payBill: `${area}/pay-bill`,
  standingOrders: `${area}/standing-orders`,
  quickLoans: `${area}/quick-loans`,
  notifications: `${area}/notifications`,
  forecast: `${area}/forecast`,
  requests: `${area}/requests`,
  pots: `${area}/pots`,
  payCode: `${area}/pay-code`,
  insights: `${area}/insights`,
  documents: `${area}/documents`,
  /** On a page of its own, without the frame of the area. */
  statement: `${area}/statement`,
} as const

/** The page that asks for the one-time code of a login. */
export function codePath(buffer: string, header?: string): string {
  const path = `${paths.code}/${encodeURIComponent(buffer)}`
  return header ? `${path}/${encodeURIComponent(header)}` : path
}

/** The transfer that a request for money fills in. */
export const requestPath = (token: string) =>
  `${paths.transfer}?request=${encodeURIComponent(token)}`

export const receiptPath = (id: string) => `${paths.receipt}/${encodeURIComponent(id)}`

/** The statement to print: of two days, or of everything. */
export function statementPath(accountId: string, dates: { start?: string; end?: string }): string {
  return `${paths.statement}?${new URLSearchParams({ account: accountId, ...dates })}`
}

/** The part of an address that the routes of the customer area match. */
export const belowArea = (path: string) => path.slice(area.length + 1)

/** Whether an address, with whatever follows its path, is one of the customer area. */
export function isInArea(address: string): boolean {
  return address.startsWith(area) && /^(?:[/?#]|$)/.test(address.slice(area.length))
}
