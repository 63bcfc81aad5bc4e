import { t } from '#i18n/t.ts'
import classes from './not-verified.module.css'

/** Beside a name that the customer typed: this bank cannot know who holds an account elsewhere. */
export function NotVerified() {
  return <span className={classes.badge}>{t('Name not verified')}</span>
}
