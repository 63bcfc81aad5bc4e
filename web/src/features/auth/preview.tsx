import { t } from '#i18n/t.ts'
import classes from './preview.module.css'

const line = 'M2 66C30 60 44 70 66 58S104 22 132 30 172 60 200 46 250 14 314 10'
const sample = { whole: '$12,480', cents: '.50', salary: '+$4,200.00', rent: '−$1,450.00' }

/** What an account looks like inside, as a picture: its line is drawn by the diamond. */
export function Preview() {
  return (
    <div className={classes.preview} aria-hidden="true">
      <p className={classes.label}>{t('{currency} balance', { currency: 'USD' })}</p>
      <p className={classes.sum}>
        {sample.whole}
        <small>{sample.cents}</small>
      </p>
      <svg className={classes.line} viewBox="-4 0 328 76" aria-hidden="true">
        <path d={line} pathLength="1" />
        <path className={classes.tip} d="M0-7 7 0 0 7-7 0Z" />
      </svg>
      <p className={classes.row}>
        {t('Salary')} <bdi>{sample.salary}</bdi>
      </p>
      <p className={classes.row}>
        {t('Rent')} <bdi>{sample.rent}</bdi>
      </p>
    </div>
  )
}
