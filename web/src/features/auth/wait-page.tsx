import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { Diamond } from '#ui/cover.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import classes from './wait-page.module.css'

/** What a page shows while it asks the bank before it can show anything else. */
export function WaitPage() {
  return (
    <div className={classes.wait} role="status" aria-busy="true">
      <PageTitle text={`${t('Please Wait')} · ${page.systemName}`} />
      <Diamond />
      <h1 className={classes.text}>{t('Please Wait')}</h1>
    </div>
  )
}
