import { useRef } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { monthName } from './month-name.ts'
import classes from './search.module.css'
import { monthBefore, monthRange } from './search-filter.ts'
import type { Range } from './statement-place.ts'
import type { Statement } from './use-statement.ts'

/** How many months there are to jump to; older ones are asked for by their dates. */
const monthsBack = 36

/** The periods that most people want, before the boxes for any other. */
export function PeriodChips({ statement }: { statement: Statement }) {
  const { place, today, everything, showAll, apply } = statement
  const row = useRef<HTMLDivElement>(null)
  const isOf = ({ start, end }: Range) => place.start === start && place.end === end
  const months = Array.from({ length: monthsBack }, (_, at) => monthBefore(today, at))
  const shown = months.find((month) => isOf(monthRange(month)))
  const [thisMonth = '', lastMonth = ''] = months
  const older = shown !== undefined && shown !== thisMonth && shown !== lastMonth

  function customise() {
    row.current?.closest('section')?.querySelector<HTMLElement>('input[type="date"]')?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll
    <div ref={row} className={classes.chips} role="group" aria-label={t('Period')}>
      <Chip label={t('All')} on={everything} onChoose={showAll} />
      {[[thisMonth, t('This month')] as const, [lastMonth, t('Last month')] as const].map(
        ([month, label]) => (
          <Chip
            key={month}
            label={label}
            on={shown === month}
            onChoose={() => apply(monthRange(month))}
          />
        ),
      )}
      <Chip label={t('Custom')} on={!everything && !shown} onChoose={customise} />
      <select
        className={cx(classes.chip, classes.month)}
        aria-label={t('Go to a month')}
        value={older ? shown : ''}
        onChange={(event) => {
          if (event.currentTarget.value) apply(monthRange(event.currentTarget.value))
        }}
      >
        <option value="">{t('Month')}</option>
        {months.slice(2).map((month) => (
          <option key={month} value={month}>
            {monthName(month)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Chip({ label, on, onChoose }: { label: string; on: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={on} onClick={onChoose}>
      {label}
    </button>
  )
}
