import {
  type Icon,
  IconArrowsExchange,
  IconCreditCard,
  IconLayoutDashboard,
  IconMenu2,
  IconSettings,
} from '@tabler/icons-react'
import { msg, t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useSession } from '#session/session.tsx'
import { NavLink } from '#ui/link.tsx'
import classes from './bottom-tabs.module.css'

type Tab = { to: string; label: string; Icon: Icon }

const before: readonly Tab[] = [
  { to: paths.overview, label: msg('Overview'), Icon: IconLayoutDashboard },
  { to: paths.cards, label: msg('My Cards'), Icon: IconCreditCard },
]
const after: readonly Tab[] = [{ to: paths.profile, label: msg('Settings'), Icon: IconSettings }]

/** The bar under the thumb, with the round button for moving money in its middle. */
export function BottomTabs() {
  const session = useSession()
  return (
    <nav className={classes.tabs} aria-label={t('Main')}>
      {before.map(tab)}
      <span className={classes.middle}>
        <button
          type="button"
          className={classes.round}
          aria-label={t('Transfer or deposit')}
          aria-haspopup="dialog"
          onClick={() => session.openPanel('transfer')}
        >
          <IconArrowsExchange size={26} stroke={1.75} aria-hidden />
        </button>
      </span>
      {after.map(tab)}
      <button
        type="button"
        className={classes.tab}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('menu')}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
        {t('Menu')}
      </button>
    </nav>
  )
}

function tab({ to, label, Icon }: Tab) {
  return (
    <NavLink key={to} to={to} className={classes.tab}>
      <Icon size={24} stroke={1.75} aria-hidden />
      {told(label)}
    </NavLink>
  )
}
