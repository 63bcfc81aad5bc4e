import type { Feature } from '@passbook/contract'
import {
  type Icon,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPlus,
  IconReceipt,
  IconScale,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { OverviewPage } from '#features/accounts/overview-page.tsx'
import { msg } from '#i18n/t.ts'
import { type LazyPage, lazyPage } from '#lazy-page.tsx'
import { paths } from '#paths.ts'
import type { Panel } from '#session/store.ts'

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
  /** Its picture on the menus. */
  icon?: Icon
  /** Whether it is on the icon menu of the wide layout, which has the order of this table. */
  rail?: true
  /**
   * What the server must have for it: it stands below the told entries of both menus then, with a
   * picture of more-icons.tsx.
   */
  more?: Feature
  Page: ComponentType & Partial<Pick<LazyPage, 'load'>>
}

/**
 * Every page of the customer area: a row routes the page, names it and, with `rail`, puts it on the
 * icon menu. The slide-in menu below lists pages of this table in an order of its own.
 */
export const pages: readonly AreaPage[] = [
  {
    path: paths.overview,
    label: msg('Overview'),
    title: msg('Welcome to Dashboard'),
    subtitle: msg('Dashboard'),
    panel: 'account',
    list: true,
    icon: IconLayoutDashboard,
    rail: true,
    Page: OverviewPage,
  },
  {
    path: paths.transfer,
    label: msg('Transfer'),
    title: msg('Select Transfer Type'),
    subtitle: msg('Transfer Funds'),
    panel: 'recent',
    icon: IconArrowsExchange,
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
    icon: IconWallet,
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
    icon: IconListDetails,
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
    icon: IconBuildingBank,
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
    icon: IconScale,
    rail: true,
    Page: lazyPage(() => import('#features/loans/debts-page.tsx').then((m) => m.DebtsPage)),
  },
  {
    path: paths.cards,
    label: msg('My Cards'),
    title: msg('My Cards'),
    subtitle: msg('My Cards'),
    panel: 'recent',
    icon: IconCreditCard,
    rail: true,
    Page: lazyPage(() => import('#features/cards/cards-page.tsx').then((m) => m.CardsPage)),
  },
  {
    path: paths.profile,
    label: msg('Profile'),
    title: msg('My Profile'),
    subtitle: msg('Profile'),
    panel: 'recent',
    icon: IconUser,
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
    icon: IconHelpCircle,
    rail: true,
    Page: lazyPage(() => import('#features/support/support-page.tsx').then((m) => m.SupportPage)),
  },
  {
    path: paths.payBill,
    label: msg('Pay Bill'),
    title: msg('Pay Bill'),
    subtitle: msg('Pay Bill'),
    panel: 'recent',
    icon: IconReceipt,
    Page: lazyPage(() => import('#features/bills/pay-bill-page.tsx').then((m) => m.PayBillPage)),
  },
  {
    path: paths.quickLoans,
    label: msg('Quick Loans'),
    title: msg('Quick Loans'),
    subtitle: msg('Quick Loans'),
    panel: 'recent',
    icon: IconCash,
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

/** A page of its own, or the panel with the two ways money goes. */
export type MenuEntry = { label: string; icon: Icon } & ({ path: string } | { panel: Panel })

/** A page as an entry of a menu, under its own label unless the menu has another. */
function entryOf(wanted: string, label?: string): MenuEntry {
  const page = pages.find(({ path }) => path === wanted)
  if (!page?.icon) throw new Error(`no page with an icon is at ${wanted}`)
  return { label: label ?? page.label, path: page.path, icon: page.icon }
}

/** The slide-in menu: the specification gives its entries, their order and words. Logout follows. */
export const menu: readonly MenuEntry[] = [
  entryOf(paths.overview),
  { label: msg('Transfer/Deposit'), panel: 'transfer', icon: IconArrowsExchange },
  entryOf(paths.transactions),
  entryOf(paths.cards, msg('Cards')),
  entryOf(paths.payBill),
  entryOf(paths.quickLoans),
  entryOf(paths.accounts),
  entryOf(paths.profile),
  entryOf(paths.support),
]

/** The short ways above them. */
export const shortcuts: readonly MenuEntry[] = [
  { label: msg('Transfer'), panel: 'transfer', icon: IconArrowUpRight },
  { label: msg('Deposit'), panel: 'deposit', icon: IconPlus },
  { label: msg('History'), path: paths.transactions, icon: IconHistory },
  entryOf(paths.cards),
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
