import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useName } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import { Bell } from './bell.tsx'
import classes from './top-bar.module.css'

/** The bar of the small layout: where one is, between the menu and who. */
export function MobileTopBar({ children }: { children: ReactNode }) {
  const { full, initials, picture } = useName()
  const session = useSession()
  return (
    <header className={classes.mobile}>
      <button
        type="button"
        className={cx(layout.tool, classes.tool)}
        aria-label={t('Open menu')}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('menu')}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      {children}
      <div className={classes.tools}>
        <Bell />
        <Link to={paths.profile} className={cx(layout.tool, classes.tool)}>
          <Avatar initials={initials} picture={picture} />
          <Hidden>{t('Profile of {name}', { name: full })}</Hidden>
        </Link>
      </div>
    </header>
  )
}
