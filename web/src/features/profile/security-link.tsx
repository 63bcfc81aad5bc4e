import { IconChevronRight, IconShieldLock } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import classes from './security.module.css'

/** The way from the profile to the page about its security, where the server has one. */
export function SecurityLink() {
  if (!useFeature('trust')) return null
  return (
    <Link to={paths.security} className={classes.link}>
      <span className={cx(layout.tile, classes.tile)} aria-hidden="true">
        <IconShieldLock size={22} stroke={1.75} />
      </span>
      <span className={layout.words}>
        <span className={classes.linkTitle}>{t('Security')}</span>
        <span className={layout.note}>
          {t('Freeze everything, limits, where you are signed in, and the security log')}
        </span>
      </span>
      <IconChevronRight size={20} className={classes.chevron} aria-hidden />
    </Link>
  )
}
