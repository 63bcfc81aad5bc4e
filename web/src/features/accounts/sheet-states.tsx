import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { Diamond } from '#ui/cover.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './receipt-page.module.css'

/** What stands in place of a printable sheet until it is there. */
export function SheetWaiting() {
  return (
    <div className={classes.panel} role="status" aria-busy="true">
      <Diamond />
      <h1 className={classes.title}>{t('Please Wait')}</h1>
    </div>
  )
}

/** Why a printable sheet cannot be had, and a way on. */
export function SheetProblem({ message, to, way }: { message: string; to: string; way: string }) {
  return (
    <div className={classes.panel} role="alert">
      <span className={classes.alarm}>
        <IconAlertTriangle size={28} stroke={1.75} aria-hidden />
      </span>
      <h1 className={classes.title}>{t('Error!!')}</h1>
      <p className={classes.message}>{message}</p>
      <TextLink to={to}>{way}</TextLink>
    </div>
  )
}
