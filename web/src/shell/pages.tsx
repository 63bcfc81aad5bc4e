import type { Feature } from '@passbook/contract'
import type { ComponentType } from 'react'
import { OverviewPage } from '#features/accounts/overview-page.tsx'
import { msg } from '#i18n/t.ts'
import { type LazyPage, lazyPage } from '#lazy-page.tsx'
import { paths } from '#paths.ts'

export type AreaPage = {
  path: string
  label: string
  /** What stands above it. */
  title: string
  subtitle: string
  /** What the second panel shows beside it. */
  panel: 'account' | 'recent'
  /** Whether it is a list, as seen from afar; most have fields. */
  list?: true
  /** Whether it is on the icon menu of the wide layout, which has the order of this table. */
  rail?: true
  /** What the server must have for it: it stands below the told entries of both menus then. */
  more?: Feature
  Page: ComponentType & Partial<Pick<LazyPage, 'load'>>
}

/**
 * Every page of the customer area: a row routes the page, names it and, with `rail`, puts it on the
 * icon menu. The menus, with the pictures, are in menus.ts.
 */
export const pages: readonly AreaPage[] = [
  {
    path: paths.overview,
    label: msg('Overview'),
    title: msg('Welcome to Dashboard'),
    subtitle: msg('Dashboard'),
    panel: 'account',
    list: true,
    rail: true,
    Page: OverviewPage,
  },
  {
    path: paths.transfer,
    label: msg('Transfer'),
    title: msg('Select Transfer Type'),
    subtitle: msg('Transfer Funds'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() =>
      import('#features/transfers/transfer-page.tsx').then((m) => m.TransferPage),
    ),
  },
  {
    path: paths.addFunds,
    label: msg('Add Funds'),
    title: msg('Select Method'),
    subtitle: msg('Fund Account'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() => import('#features/deposits/deposit-page.tsx').then((m) => m.DepositPage)),
  },
  {
    path: paths.transactions,
    label: msg('Transactions'),
    title: msg('Transaction History'),
    subtitle: msg('Transactions'),
    panel: 'account',
    list: true,
    Page: lazyPage(() =>
      import('#features/accounts/transactions-page.tsx').then((m) => m.TransactionsPage),
    ),
  },
  {
    path: paths.accounts,
    label: msg('Accounts'),
    title: msg('My Accounts'),
    subtitle: msg('Accounts'),
    panel: 'account',
    rail: true,
    Page: lazyPage(() =>
      import('#features/accounts/accounts-page.tsx').then((m) => m.AccountsPage),
    ),
  },
  {
    path: paths.debts,
    label: msg('Debts'),
    title: msg('Debts'),
    subtitle: msg('Debts'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() => import('#features/loans/debts-page.tsx').then((m) => m.DebtsPage)),
  },
  {
    path: paths.cards,
    label: msg('My Cards'),
    title: msg('My Cards'),
    subtitle: msg('My Cards'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() => import('#features/cards/cards-page.tsx').then((m) => m.CardsPage)),
  },
  {
    path: paths.profile,
    label: msg('Profile'),
    title: msg('My Profile'),
    subtitle: msg('Profile'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() => import('#features/profile/profile-page.tsx').then((m) => m.ProfilePage)),
  },
  {
    path: paths.security,
    label: msg('Security'),
    title: msg('Security'),
    subtitle: msg('Profile'),
    panel: 'recent',
    Page: lazyPage(() => import('#features/profile/security-page.tsx').then((m) => m.SecurityPage)),
  },
  {
    path: paths.support,
    label: msg('Support'),
    title: msg('Leave Us a Message'),
    subtitle: msg('Support'),
    panel: 'recent',
    rail: true,
    Page: lazyPage(() => import('#features/support/support-page.tsx').then((m) => m.SupportPage)),
  },
  {
    path: paths.payBill,
    label: msg('Pay Bill'),
    title: msg('Pay Bill'),
    subtitle: msg('Pay Bill'),
    panel: 'recent',
    Page: lazyPage(() => import('#features/bills/pay-bill-page.tsx').then((m) => m.PayBillPage)),
  },
  {
    path: paths.quickLoans,
    label: msg('Quick Loans'),
    title: msg('Quick Loans'),
    subtitle: msg('Quick Loans'),
    panel: 'recent',
    Page: lazyPage(() =>
      import('#features/loans/quick-loans-page.tsx').then((m) => m.QuickLoansPage),
    ),
  },
  {
    path: paths.standingOrders,
    label: msg('Standing orders'),
    title: msg('Standing orders'),
    subtitle: msg('Money that goes by itself'),
    panel: 'recent',
    more: 'standing-orders',
    Page: lazyPage(() =>
      import('#features/standing/standing-orders-page.tsx').then((m) => m.StandingOrdersPage),
    ),
  },
  {
    path: paths.pots,
    label: msg('Pots'),
    title: msg('Pots'),
    subtitle: msg('Money set aside'),
    panel: 'account',
    more: 'pots',
    Page: lazyPage(() => import('#features/pots/pots-page.tsx').then((m) => m.PotsPage)),
  },
  {
    path: paths.forecast,
    label: msg('Forecast'),
    title: msg('Forecast'),
    subtitle: msg('What you can spend'),
    panel: 'recent',
    more: 'forecast',
    Page: lazyPage(() =>
      import('#features/forecast/forecast-page.tsx').then((m) => m.ForecastPage),
    ),
  },
  {
    path: paths.requests,
    label: msg('Requests'),
    title: msg('Ask for money'),
    subtitle: msg('Requests'),
    panel: 'recent',
    more: 'requests',
    Page: lazyPage(() =>
      import('#features/requests/requests-page.tsx').then((m) => m.RequestsPage),
    ),
  },
  {
    path: paths.payCode,
    label: msg('Pay a code'),
    title: msg('Pay a code'),
    subtitle: msg('Requests'),
    panel: 'recent',
    Page: lazyPage(() =>
      import('#features/transfers/pay-code-page.tsx').then((m) => m.PayCodePage),
    ),
  },
  {
    path: paths.insights,
    label: msg('Insights'),
    title: msg('Where it went'),
    subtitle: msg('Insights'),
    panel: 'recent',
    more: 'insights',
    Page: lazyPage(() =>
      import('#features/insights/insights-page.tsx').then((m) => m.InsightsPage),
    ),
  },
  {
    path: paths.documents,
    label: msg('Documents'),
    title: msg('Documents'),
    subtitle: msg('Statements by the month'),
    panel: 'recent',
    list: true,
    more: 'documents',
    Page: lazyPage(() =>
      import('#features/documents/documents-page.tsx').then((m) => m.DocumentsPage),
    ),
  },
  {
    path: paths.notifications,
    label: msg('Notifications'),
    title: msg('Notifications'),
    subtitle: msg('Notifications'),
    panel: 'recent',
    list: true,
    Page: lazyPage(() =>
      import('#features/notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
    ),
  },
]

type Heading = Pick<AreaPage, 'title' | 'subtitle' | 'panel' | 'list'>

const missing: Heading = {
  title: msg('Page not found'),
  subtitle: msg('There is nothing at this address'),
  panel: 'recent',
}

/** The row of the page at an address. */
export const pageAt = (pathname: string): Heading => rowAt(pathname) ?? missing

/** Has the file of the page at an address, where it is not the first one's, before it is drawn. */
export const loadPage = (pathname: string): Promise<unknown> | undefined =>
  rowAt(pathname)?.Page.load?.()

function rowAt(pathname: string): AreaPage | undefined {
  const here = pathname.replace(/\/+$/, '')
  return pages.find(({ path }) => path === here)
}
