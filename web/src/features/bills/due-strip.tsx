import type { BillerEntry } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { bankToday } from '#api/bank-day.ts'
import { billsQuery } from '#api/due-lists.ts'
import { dayOf } from '#i18n/dates.ts'
import { formatRange } from '#i18n/range.ts'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import { inCode } from '#widgets/by-code.ts'
import { dueDays } from './due-days.ts'
import classes from './due-strip.module.css'

/** The next four weeks, with the days that a bill is paid on. Where there is none, no strip. */
export function DueStrip() {
  const { data = [] } = useQuery(billsQuery)
  const days = dueDays(data, bankToday())
  if (days.every(({ bills }) => bills.length === 0)) return null
  return (
    <>
      {/* Each day that is read out says its month itself. */}
      <p className={classes.span} aria-hidden="true">
        {formatRange(days[0]?.date ?? '', days.at(-1)?.date ?? '')}
      </p>
      <ol className={classes.strip} aria-label={t('Due in the next four weeks')}>
        {days.map(({ date, bills }, at) =>
          bills.length === 0 ? (
            <li
              key={date}
              aria-hidden="true"
              className={cx(classes.day, at === 0 && classes.today)}
            >
              <Leaf date={date} />
            </li>
          ) : (
            <li key={date} title={wordsOf(bills)} className={cx(classes.day, classes.due)}>
              <span aria-hidden="true">
                <Leaf date={date} />
              </span>
              <Hidden>{`${dayOf(date)}: ${wordsOf(bills)}`}</Hidden>
            </li>
          ),
        )}
      </ol>
    </>
  )
}

function Leaf({ date }: { date: string }) {
  return (
    <>
      <span className={classes.weekday}>{weekdayOf(date)}</span>
      <span className={classes.number}>{Number(date.slice(8))}</span>
    </>
  )
}

const wordsOf = (bills: readonly BillerEntry[]) =>
  bills
    .map(({ Name, Amount, Account }) =>
      Amount === undefined ? Name : `${Name} ${inCode(Account?.Currency.Code ?? 'usd', Amount)}`,
    )
    .join(', ')

/** One letter, in the page's language. */
function weekdayOf(date: string): string {
  const { lang } = document.documentElement
  const options = { weekday: 'narrow', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(lang || 'en', options).format(new Date(`${date}T00:00:00Z`))
}
