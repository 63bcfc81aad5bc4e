import { categoryLabel, type insights, type Output } from '@passbook/contract'
import type { ToggleEvent } from 'react'
import { monthOfYear, shortMonth } from '#i18n/month.ts'
import { isFromRight, t, told } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import { inCode } from '#widgets/by-code.ts'
import classes from './insights.module.css'
import { type Bar, barsOf, largestOf } from './month-bars.ts'
import table from './month-table.module.css'

type Insights = Output<typeof insights>

// A bar and the room beside it, in units of the drawing, which is stretched to its place.
const [step, thick, high] = [100, 62, 200]

/** The months as bars of categories, and the same figures as a table for whoever wants to read them. */
export function MonthChart({ data }: { data: Insights }) {
  const { bars, named } = barsOf(data)
  const highest = largestOf(bars.map(({ spentMinor }) => spentMinor))
  if (highest === 0n) {
    return <p className={classes.nothing}>{t('Nothing was spent in these months.')}</p>
  }
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${bars.length * step} ${high}`}
        preserveAspectRatio="none"
        className={classes.bars}
        aria-hidden="true"
      >
        {bars.map((bar, at) => (
          <BarParts key={bar.month} bar={bar} at={at} highest={highest} chosen={data.Month} />
        ))}
      </svg>
      <div className={classes.labels} aria-hidden="true">
        {bars.map(({ month }) => (
          <span key={month} className={cx(month === data.Month && classes.chosen)}>
            {shortMonth(month)}
          </span>
        ))}
      </div>
      <ul className={classes.legend} aria-hidden="true">
        {[...named.map((one) => told(categoryLabel(one))), t('Everything else')].map((name, at) => (
          <li key={name} data-part={at < named.length ? at : 'rest'}>
            {name}
          </li>
        ))}
      </ul>
      <details className={classes.details} onToggle={toNewest}>
        <summary>{t('Show as a table')}</summary>
        <MonthTable data={data} />
      </details>
    </figure>
  )
}

/** Where the months go beyond the edge, the newest are what is seen first. */
function toNewest({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
  const months = currentTarget.querySelector('section')
  months?.scrollTo({ left: (isFromRight() ? -1 : 1) * months.scrollWidth })
}

type Drawn = { bar: Bar; at: number; highest: bigint; chosen: string }

function BarParts({ bar: { month, parts }, at, highest, chosen }: Drawn) {
  let top = high
  return (
    <g className={cx(month !== chosen && classes.before)}>
      {parts.map(({ category, minor }, part) => {
        const height = Number((minor * BigInt(high) * 100n) / highest) / 100
        top -= height
        return height > 0 ? (
          <rect
            key={category ?? 'rest'}
            data-part={category === null ? 'rest' : part}
            x={at * step + (step - thick) / 2}
            y={top}
            width={thick}
            height={height}
          />
        ) : null
      })}
    </g>
  )
}

function MonthTable({ data }: { data: Insights }) {
  const { Months, Categories, Currency } = data
  const money = (minor: bigint) => <bdi>{inCode(Currency.Code, minor)}</bdi>
  return (
    <section
      className={table.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={t('Spending by category and month')}
    >
      <table className={table.table}>
        <caption>
          <Hidden>{t('Spending by category and month')}</Hidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Category')}</th>
            {Months.map(({ Month }) => (
              <th key={Month} scope="col" className={table.number}>
                {monthOfYear(Month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Categories.map(({ Category, Before, Amount }) => (
            <tr key={Category}>
              <th scope="row">{told(categoryLabel(Category))}</th>
              {[...Before, Amount].map((minor, at) => (
                <td key={Months[at]?.Month} className={table.number}>
                  {money(minor)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Spent')}</th>
            {Months.map(({ Month, Spent }) => (
              <td key={Month} className={table.number}>
                {money(Spent)}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('Came in')}</th>
            {Months.map(({ Month, Income }) => (
              <td key={Month} className={table.number}>
                {money(Income)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
