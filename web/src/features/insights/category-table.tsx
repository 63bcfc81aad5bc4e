import { categoryLabel, type insights, monthsAfter, type Output } from '@passbook/contract'
import { t, told } from '#i18n/t.ts'
import { Hidden } from '#ui/hidden.tsx'
import { inCode } from '#widgets/by-code.ts'
import { CategoryMark } from '#widgets/category-mark.tsx'
import { Explained } from '#widgets/explained.tsx'
import classes from './insights.module.css'
import { hasRest, largestOf } from './month-bars.ts'

type Insights = Output<typeof insights>
type Row = Insights['Categories'][number]

/** What each category took, with a bar, and how much that is against a usual month. */
export function CategoryTable({ data }: { data: Insights }) {
  const rows = data.Categories.filter(({ Amount, Average }) => Amount > 0n || Average > 0n)
  const compared = data.Months.length > 1
  if (rows.length === 0) return <p className={classes.nothing}>{t('Nothing was spent.')}</p>
  const highest = largestOf(rows.flatMap(({ Amount, Average }) => [Amount, Average]))
  return (
    <>
      <table className={classes.categories}>
        <caption>
          <Hidden>{t('Spending by category')}</Hidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Category')}</th>
            <th scope="col" className={classes.number}>
              {t('Spent')}
            </th>
            {compared ? (
              <th scope="col" className={classes.number}>
                {t('A usual month')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CategoryRow
              key={row.Category}
              row={row}
              code={data.Currency.Code}
              month={data.Month}
              highest={highest}
              compared={compared}
            />
          ))}
        </tbody>
      </table>
      {hasRest(data) ? (
        <p className={classes.nothing}>
          {t(
            'A month has more lines than are looked at here; spending that was not looked at is under Other.',
          )}
        </p>
      ) : null}
    </>
  )
}

const share = (minor: bigint, highest: bigint) => `${Number((minor * 1000n) / highest) / 10}%`

function CategoryRow({
  row: { Category, Amount, Average, Count },
  code,
  month,
  highest,
  compared,
}: {
  row: Row
  code: string
  month: string
  highest: bigint
  compared: boolean
}) {
  const name = told(categoryLabel(Category))
  const difference = Amount - Average
  const sign = difference > 0n ? '+' : ''
  return (
    <tr>
      <th scope="row">
        <span className={classes.what}>
          <CategoryMark category={Category} />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ inlineSize: share(Amount, highest) }} />
              {compared && Average > 0n ? (
                <span
                  className={classes.usualTick}
                  style={{ insetInlineStart: share(Average, highest) }}
                />
              ) : null}
            </span>
          </span>
        </span>
      </th>
      <td className={classes.number}>
        <Explained question={questionOf(Category, { code, month })} label={name} inline>
          <bdi className={classes.amount}>{inCode(code, Amount)}</bdi>
        </Explained>
        <span className={classes.under}>
          {t('{count, plural, one {# payment} other {# payments}}', { count: Count })}
        </span>
      </td>
      {compared ? (
        <td className={classes.number}>
          <bdi>{inCode(code, Average)}</bdi>
          <span className={classes.under}>
            <bdi>{`${sign}${inCode(code, difference)}`}</bdi>
          </span>
        </td>
      ) : null}
    </tr>
  )
}

/** What a category took in the days of a month. */
const questionOf = (category: string, { code, month }: { code: string; month: string }) => ({
  figure: 'category' as const,
  category,
  currency: code.toLowerCase(),
  start_date: `${month}-01`,
  end_date: lastDay(month),
})

/** Every month has its last day here: one that is too late for it becomes it. */
export const lastDay = (month: string) => monthsAfter(`${month}-31`, 0)
