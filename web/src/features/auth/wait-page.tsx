import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { Diamond } from '#ui/cover.tsx'
import classes from './wait-page.module.css'

/** What a page shows while it asks the bank before it can show anything else. */
export function WaitPage() {
  return (
    <div className={classes.wait} role="status" aria-busy="true">
      <title>{`${t('Please Wait')} · ${page.systemName}`}</title>
      <Diamond />
      <h1 className={classes.text}>{t('Please Wait')}</h1>
    </div>
  )
}
