import { t } from '#i18n/t.ts'
import classes from './demo-badge.module.css'

/** Says on every page of a demonstration that nothing here is real money. */
export function DemoBadge() {
  return (
    <aside className={classes.badge} aria-label={t('About this bank')}>
      {t('Demo bank, no real money')}
    </aside>
  )
}
