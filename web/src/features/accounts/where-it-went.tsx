import { type Account, categoryLabel, type Output, type spending } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Dates } from '#api/keys.ts'
import { t, told } from '#i18n/t.ts'
import { lazyPage } from '#lazy-page.tsx'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { extremesOf } from './balance-path.ts'
import { spendingQuery } from './insight-queries.ts'
import classes from './where-it-went.module.css'

type Spending = Output<typeof spending>

/** What the money went for, as bars that are as long as their share of the largest. */
export function WhereItWent({
  account,
  dates,
  period,
}: {
  account: Account
  dates: Dates
  period: string
}) {
  const query = useQuery(spendingQuery(account.Id, dates))
  return (
    <Card title={t('Where it went')} actions={<span className={classes.period}>{period}</span>}>
      <Loaded query={query} skeleton={<Skeleton rows={3} height={36} />}>
        {(data) => (
          <>
            <Bars account={account} spent={data} />
            {data.Categories ? (
              <p className={classes.more}>
                <TextLink to={paths.insights}>{t('All insights')}</TextLink>
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** What it was spent on; a server that has no categories names who was paid. */
function rowsOf({ Categories, List, Total }: Spending): Row[] {
  if (!Categories) {
    const rest = List.reduce((left, { Amount }) => left - Amount, Total)
    return [
      ...List.map(({ Name, Amount }) => ({ name: Name || t('Other payments'), minor: Amount })),
      ...(rest > 0n ? [{ name: t('Everyone else'), minor: rest }] : []),
    ]
  }
  const rest = Categories.slice(shownCategories).reduce((sum, { Amount }) => sum + Amount, 0n)
  return [
    ...Categories.slice(0, shownCategories).map(({ Category, Amount }) => ({
      ...{ category: Category, name: told(categoryLabel(Category)), minor: Amount },
    })),
    ...(rest > 0n ? [{ category: '', name: t('Everything else'), minor: rest }] : []),
  ]
}

const shownCategories = 6

type Row = { name: string; minor: bigint; category?: string }

// Fourteen pictures come after what is read: they are in nobody's way.
const Mark = lazyPage(() => import('#widgets/category-mark.tsx').then((m) => m.CategoryMark), {
  extra: true,
})

function Bars({ account, spent }: { account: Account; spent: Spending }) {
  const rows = rowsOf(spent)
  if (rows.length === 0) return <p className={classes.nothing}>{t('Nothing has been spent.')}</p>
  const { highest } = extremesOf(rows.map(({ minor }) => minor))
  return (
    <ul className={cx(layout.list, classes.bars)}>
      {rows.map(({ name, minor, category }) => (
        <li key={name} className={classes.row}>
          {category === undefined ? null : (
            <span className={classes.mark}>
              <Suspense fallback={null}>
                <Mark category={category} />
              </Suspense>
            </span>
          )}
          <span className={classes.what}>
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <bdi className={classes.amount}>{inCurrency(account, minor)}</bdi>
            </span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                style={{ inlineSize: `${Number((minor * 1000n) / highest) / 10}%` }}
              />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
