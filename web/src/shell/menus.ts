import {
  type Icon,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuildingBank,
  IconCash,
  IconChartBar,
  IconChartLine,
  IconCreditCard,
  IconFileText,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPigMoney,
  IconPlus,
  IconQrcode,
  IconReceipt,
  IconRepeat,
  IconScale,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import { msg } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import type { Panel } from '#session/store.ts'
import { pages } from './pages.tsx'

/** The pictures of the pages on the menus: only who sees a menu loads them. */
export const pictures: Record<string, Icon> = {
  [paths.overview]: IconLayoutDashboard,
  [paths.transfer]: IconArrowsExchange,
  [paths.addFunds]: IconWallet,
  [paths.transactions]: IconListDetails,
  [paths.accounts]: IconBuildingBank,
  [paths.debts]: IconScale,
  [paths.cards]: IconCreditCard,
  [paths.profile]: IconUser,
  [paths.support]: IconHelpCircle,
  [paths.payBill]: IconReceipt,
  [paths.quickLoans]: IconCash,
  [paths.standingOrders]: IconRepeat,
  [paths.pots]: IconPigMoney,
  [paths.forecast]: IconChartLine,
  [paths.requests]: IconQrcode,
  [paths.insights]: IconChartBar,
  [paths.documents]: IconFileText,
}

/** A page of its own, or the panel with the two ways money goes. */
export type MenuEntry = { label: string; icon: Icon } & ({ path: string } | { panel: Panel })

/** A page as an entry of a menu, under its own label unless the menu has another. */
function entryOf(wanted: string, label?: string): MenuEntry {
  const page = pages.find(({ path }) => path === wanted)
  const icon = pictures[wanted]
  if (!page || !icon) throw new Error(`no page with a picture is at ${wanted}`)
  return { label: label ?? page.label, path: wanted, icon }
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
