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
import { lazyPage } from '#lazy-page.tsx'
import type { Panel } from '#session/store.ts'

export type AreaPage = {
  /** Under /c; the overview is the empty path. */
  path: string
  label: string
  /** What stands above it. */
  title: string
  subtitle: string
  /** What the second panel shows beside it. */
  panel: 'account' | 'recent'
  /** Its picture on the icon menu; a page without one is not on it. */
  icon?: Icon
  Page: ComponentType
}

/** Every page of the customer area: adding one here routes it, names it and puts it on the menu. */
export const pages: readonly AreaPage[] = [
  {
    path: '',
    label: 'Overview',
    title: 'Welcome to Dashboard',
    subtitle: 'Dashboard',
    panel: 'account',
    icon: IconLayoutDashboard,
    Page: OverviewPage,
  },
  {
    path: 'transfer',
    label: 'Transfer',
    title: 'Select Transfer Type',
    subtitle: 'Transfer Funds',
    panel: 'recent',
    icon: IconArrowsExchange,
    Page: lazyPage(() =>
      import('#features/transfers/transfer-page.tsx').then((m) => m.TransferPage),
    ),
  },
  {
    path: 'add-funds',
    label: 'Add Funds',
    title: 'Select Method',
    subtitle: 'Fund Account',
    panel: 'recent',
    icon: IconWallet,
    Page: lazyPage(() => import('#features/deposits/deposit-page.tsx').then((m) => m.DepositPage)),
  },
  {
    path: 'transactions',
    label: 'Transactions',
    title: 'Transaction History',
    subtitle: 'Transactions',
    panel: 'account',
    Page: lazyPage(() =>
      import('#features/accounts/transactions-page.tsx').then((m) => m.TransactionsPage),
    ),
  },
  {
    path: 'my-accounts',
    label: 'Accounts',
    title: 'My Accounts',
    subtitle: 'Accounts',
    panel: 'account',
    icon: IconBuildingBank,
    Page: lazyPage(() =>
      import('#features/accounts/accounts-page.tsx').then((m) => m.AccountsPage),
    ),
  },
  {
    path: 'debts',
    label: 'Debts',
    title: 'Debts',
    subtitle: 'Debts',
    panel: 'recent',
    icon: IconScale,
    Page: lazyPage(() => import('#features/loans/debts-page.tsx').then((m) => m.DebtsPage)),
  },
  {
    path: 'cards',
    label: 'My Cards',
    title: 'My Cards',
    subtitle: 'My Cards',
    panel: 'recent',
    icon: IconCreditCard,
    Page: lazyPage(() => import('#features/cards/cards-page.tsx').then((m) => m.CardsPage)),
  },
  {
    path: 'profile',
    label: 'Profile',
    title: 'My Profile',
    subtitle: 'Profile',
    panel: 'recent',
    icon: IconUser,
    Page: lazyPage(() => import('#features/profile/profile-page.tsx').then((m) => m.ProfilePage)),
  },
  {
    path: 'support',
    label: 'Support',
    title: 'Leave Us a Message',
    subtitle: 'Support',
    panel: 'recent',
    icon: IconHelpCircle,
    Page: lazyPage(() => import('#features/support/support-page.tsx').then((m) => m.SupportPage)),
  },
  {
    path: 'pay-bill',
    label: 'Pay Bill',
    title: 'Pay Bill',
    subtitle: 'Pay Bill',
    panel: 'recent',
    Page: lazyPage(() => import('#features/bills/pay-bill-page.tsx').then((m) => m.PayBillPage)),
  },
  {
    path: 'quick-loans',
    label: 'Quick Loans',
    title: 'Quick Loans',
    subtitle: 'Quick Loans',
    panel: 'recent',
    Page: lazyPage(() =>
      import('#features/loans/quick-loans-page.tsx').then((m) => m.QuickLoansPage),
    ),
  },
  {
    path: 'notifications',
    label: 'Notifications',
    title: 'Notifications',
    subtitle: 'Notifications',
    panel: 'recent',
    Page: lazyPage(() =>
      import('#features/notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
    ),
  },
]

/** Any page of its own, or the panel with the two ways money goes. */
export type MenuEntry = { label: string; icon: Icon } & ({ path: string } | { panel: Panel })

/** The entries of the slide-in menu, in its own order and words. Logout follows them. */
export const menu: readonly MenuEntry[] = [
  { label: 'Overview', path: '', icon: IconLayoutDashboard },
  { label: 'Transfer/Deposit', panel: 'transfer', icon: IconArrowsExchange },
  { label: 'Transactions', path: 'transactions', icon: IconListDetails },
  { label: 'Cards', path: 'cards', icon: IconCreditCard },
  { label: 'Pay Bill', path: 'pay-bill', icon: IconReceipt },
  { label: 'Quick Loans', path: 'quick-loans', icon: IconCash },
  { label: 'Accounts', path: 'my-accounts', icon: IconBuildingBank },
  { label: 'Profile', path: 'profile', icon: IconUser },
  { label: 'Support', path: 'support', icon: IconHelpCircle },
]

/** The short ways above them. */
export const shortcuts: readonly MenuEntry[] = [
  { label: 'Transfer', panel: 'transfer', icon: IconArrowUpRight },
  { label: 'Deposit', panel: 'deposit', icon: IconPlus },
  { label: 'History', path: 'transactions', icon: IconHistory },
  { label: 'My Cards', path: 'cards', icon: IconCreditCard },
]

const missing: Pick<AreaPage, 'title' | 'subtitle' | 'panel'> = {
  title: 'Page not found',
  subtitle: 'There is nothing at this address',
  panel: 'recent',
}

export const addressOf = (path: string) => (path === '' ? '/c' : `/c/${path}`)

/** The row of the page at an address. */
export function pageAt(pathname: string): Pick<AreaPage, 'title' | 'subtitle' | 'panel'> {
  const here = pathname.replace(/\/+$/, '')
  return pages.find(({ path }) => addressOf(path) === here) ?? missing
}
