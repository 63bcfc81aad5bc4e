import { IconLogout } from '@tabler/icons-react'
import { page } from '#api/page.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Link, NavLink } from '#ui/link.tsx'
import classes from './icon-rail.module.css'
import { pages } from './pages.tsx'

/** The icon menu of the wide layout. */
export function IconRail() {
  return (
    <nav aria-label={t('Main')} className={classes.rail}>
      <Link to={paths.overview} className={classes.mark} aria-label={page.systemName}>
        <svg viewBox="0 0 20 20" width="24" height="24" aria-hidden="true">
          <path d="M10 1.2 18.8 10 10 18.8 1.2 10Z" fill="currentColor" />
        </svg>
      </Link>
      <div className={classes.entries}>
        {pages.map(({ path, label, rail, icon: Icon }) =>
          rail && Icon ? (
            <NavLink key={path} to={path} className={classes.entry}>
              <Icon size={24} stroke={1.6} aria-hidden />
              {told(label)}
            </NavLink>
          ) : null,
        )}
      </div>
      <Link to={paths.logout} className={classes.entry}>
        <IconLogout size={24} stroke={1.6} aria-hidden />
        {t('Logout')}
      </Link>
    </nav>
  )
}
