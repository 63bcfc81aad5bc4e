import type { Account } from '@passbook/contract'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { formatWeekday } from '#i18n/weekday.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import { Link } from '#ui/link.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { forecastQuery, inPotsOf } from '#widgets/forecast-query.ts'
import classes from './safe-to-spend.module.css'

/** What may be spent until the next pay-day, what pots hold, and the way to what makes it so. */
export function SafeToSpend({ account }: { account: Account }) {
  const { data } = useQuery(forecastQuery(account.Id))
  const missing = data?.missing
  const inPots = data ? inPotsOf(data) : 0n
  const words = data
    ? t('Safe to spend until {day}', { day: formatWeekday(data.until) })
    : t('Safe to spend')
  return (
    <Link to={paths.forecast} className={classes.row}>
      <span className={cx(classes.words, missing && classes.short)}>
        {missing
          ? t('{amount} will be missing on {day}', {
              amount: inCurrency(account, missing.amount),
              day: formatWeekday(missing.on),
            })
          : words}
        {inPots > 0n ? (
          <span className={classes.pots}>
            {t('In pots {amount}', { amount: inCurrency(account, inPots) })}
          </span>
        ) : null}
      </span>
      <bdi className={classes.sum}>{data ? inCurrency(account, data.safeToSpend) : '—'}</bdi>
      <IconChevronRight size={18} className={classes.more} aria-hidden />
    </Link>
  )
}
