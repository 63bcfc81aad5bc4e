import { AccountPanel, RecentTransactions } from '#features/accounts/account-panel.tsx'
import type { AreaPage } from './pages.tsx'

export { IconRail } from './icon-rail.tsx'
export { WideTools } from './wide-tools.tsx'

/** The second panel, beside the page. */
export function SidePanel({ panel }: Pick<AreaPage, 'panel'>) {
  return panel === 'account' ? <AccountPanel /> : <RecentTransactions />
}
