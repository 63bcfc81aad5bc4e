import { t } from '#i18n/t.ts'
import classes from './demo-strip.module.css'

/** Says above every page of a demonstration that nothing here is real money. */
export function DemoStrip() {
  return (
    <aside id="demo-strip" className={classes.strip} aria-label={t('About this bank')}>
      {t('Demo bank, no real money')}
    </aside>
  )
}
