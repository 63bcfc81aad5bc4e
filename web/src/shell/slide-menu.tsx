import { IconLogout } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { useName } from '#session/customer.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { addressOf, menu } from './pages.tsx'
import classes from './slide-menu.module.css'

/** The menu of the small layout. A navigation closes it. */
export function SlideMenu() {
  const opened = useSessionState('panel') === 'menu'
  const session = useSession()
  const { full, initials, picture } = useName()
  const title = (
    <span className={classes.person}>
      <Avatar initials={initials} picture={picture} />
      <span className={classes.name}>{full}</span>
    </span>
  )
  return (
    <Drawer opened={opened} onClose={session.closePanel} title={title}>
      <nav aria-label="Menu" className={classes.entries}>
        {menu.map(({ label, path, icon: Icon }) => (
          <NavLink
            key={path}
            to={addressOf(path)}
            end
            className={entryClass}
            onClick={session.closePanel}
          >
            <Icon size={22} stroke={1.75} aria-hidden />
            {label}
          </NavLink>
        ))}
        <Link to="/logout" className={classes.entry}>
          <IconLogout size={22} stroke={1.75} aria-hidden />
          Logout
        </Link>
      </nav>
    </Drawer>
  )
}

const entryClass = () => classes.entry ?? ''
