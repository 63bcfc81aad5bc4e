import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { shortMonthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import { Link } from '#ui/link.tsx'
import { ChipSelect } from './chip-select.tsx'
import classes from './chips.module.css'
import { monthBefore, monthRange } from './months.ts'
import type { Range } from './statement-place.ts'
import type { Statement } from './use-statement.ts'

/** How many months there are to jump to; older ones are asked for by their dates. */
const monthsBack = 36

/** The periods that most people want, before the boxes for any other. */
export function PeriodChips({
  statement,
  before,
  after,
}: {
  statement: Statement
  before?: ReactNode
  after?: ReactNode
}) {
  const { today, everything, showAll, apply } = statement
  const row = useRef<HTMLDivElement>(null)
  const [thisMonth = '', lastMonth = ''] = monthsOf(today)
  const shown = shownMonth(statement)

  function customise() {
    row.current?.closest('section')?.querySelector<HTMLElement>('input[type="date"]')?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll
    <div ref={row} className={classes.chips} role="group" aria-label={t('Period')}>
      {before}
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
      {after}
    </div>
  )
}

/** The months before those that have a chip of their own. */
export function MonthChip({ statement }: { statement: Statement }) {
  const older = monthsOf(statement.today).slice(2)
  const shown = shownMonth(statement) ?? ''
  return (
    <ChipSelect
      className={classes.chip}
      aria-label={t('Go to a month')}
      value={older.includes(shown) ? shown : ''}
      onChange={(event) => {
        if (event.currentTarget.value) statement.apply(monthRange(event.currentTarget.value))
      }}
    >
      <option value="">{t('Month')}</option>
      {older.map((month) => (
        <option key={month} value={month}>
          {shortMonthOfYear(month)}
        </option>
      ))}
    </ChipSelect>
  )
}

/** The chips of the first page, and the way to the search. */
export function HomeChips({ statement }: { statement: Statement }) {
  const searchable = useFeature('search')
  return (
    <PeriodChips
      statement={statement}
      before={
        searchable ? (
          <Link to={`${paths.transactions}?find=`} className={cx(classes.chip, classes.search)}>
            <IconSearch size={18} stroke={2} aria-hidden />
            <span className={classes.words}>{t('Search')}</span>
          </Link>
        ) : null
      }
    />
  )
}

const monthsOf = (today: string) =>
  Array.from({ length: monthsBack }, (_, at) => monthBefore(today, at))

/** The month whose days are shown, all of them and no other. */
function shownMonth({ place, today }: Statement): string | undefined {
  const isOf = ({ start, end }: Range) => place.start === start && place.end === end
  return monthsOf(today).find((month) => isOf(monthRange(month)))
}

function Chip({ label, on, onChoose }: { label: string; on: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={on} onClick={onChoose}>
      {label}
    </button>
  )
}
