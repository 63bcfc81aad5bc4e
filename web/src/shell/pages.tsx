import {
  type Icon,
  IconBuildingBank,
  IconCreditCard,
  IconLayoutDashboard,
  IconListDetails,
  IconUser,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { OverviewPage } from '#features/accounts/overview-page.tsx'
import { lazyPage } from '#lazy-page.tsx'
import type { Header } from '#session/store.ts'
import { DebtsPage } from './debts-page.tsx'

export type AreaPage = Header & {
  /** Under /c; the overview is the empty path. */
  path: string
  label: string
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
    Page: DebtsPage,
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
]

/** The entries of the slide-in menu, in its own order and words. Logout follows them. */
export const menu: readonly { label: string; path: string; icon: Icon }[] = [
  { label: 'Overview', path: '', icon: IconLayoutDashboard },
  { label: 'Transactions', path: 'transactions', icon: IconListDetails },
  { label: 'Cards', path: 'cards', icon: IconCreditCard },
  { label: 'Accounts', path: 'my-accounts', icon: IconBuildingBank },
  { label: 'Profile', path: 'profile', icon: IconUser },
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
