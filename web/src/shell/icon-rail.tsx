import { IconLogout } from '@tabler/icons-react'
import { page } from '#api/page.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { Link, NavLink } from '#ui/link.tsx'
import { Logo } from '#ui/logo.tsx'
import classes from './icon-rail.module.css'
import { pictures } from './menus.ts'
import { MorePages } from './more-pages.tsx'
import { pages } from './pages.tsx'

/** The icon menu of the wide layout. */
export function IconRail() {
  return (
    <div className={classes.rail}>
      <nav aria-label={t('Main')} className={classes.main}>
        <Link to={paths.overview} className={classes.mark} aria-label={page.systemName}>
          <Logo name="" tone="light" />
        </Link>
        <div className={classes.entries}>
          {pages.map(({ path, label, rail }) => {
            const Icon = pictures[path]
            return rail && Icon ? (
              <NavLink key={path} to={path} className={classes.entry}>
                <Icon size={24} stroke={1.6} aria-hidden />
                {told(label)}
              </NavLink>
            ) : null
          })}
        </div>
        <Link to={paths.logout} className={cx(classes.entry, classes.logout)}>
          <IconLogout size={24} stroke={1.6} aria-hidden />
          {t('Logout')}
        </Link>
      </nav>
      <MorePages
        className={cx(classes.entries, classes.more)}
        entryClass={classes.entry}
        iconPx={24}
      />
    </div>
  )
}
