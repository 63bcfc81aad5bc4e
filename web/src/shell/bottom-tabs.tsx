import { IconCreditCard, IconLayoutDashboard, IconMenu2, IconSettings } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useSession } from '#session/session.tsx'
import classes from './bottom-tabs.module.css'

const tabs = [
  { to: '/c', label: 'Overview', Icon: IconLayoutDashboard },
  { to: '/c/cards', label: 'My Cards', Icon: IconCreditCard },
  { to: '/c/profile', label: 'Settings', Icon: IconSettings },
]

/** The bar under the thumb. */
export function BottomTabs() {
  const session = useSession()
  return (
    <nav className={classes.tabs} aria-label="Main">
      {tabs.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end className={tabClass}>
          <Icon size={24} stroke={1.75} aria-hidden />
          {label}
        </NavLink>
      ))}
      <button
        type="button"
        className={classes.tab}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('menu')}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
        Menu
      </button>
    </nav>
  )
}

const tabClass = () => classes.tab ?? ''
