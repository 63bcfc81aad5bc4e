import type { Account, Output, spending } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dates } from '#api/keys.ts'
import { t } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { extremesOf } from './balance-path.ts'
import { spendingQuery } from './insight-queries.ts'
import classes from './where-it-went.module.css'

type Spending = Output<typeof spending>

/** Who was paid most, as bars that are as long as their share of the largest. */
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
        {(data) => <Bars account={account} spent={data} />}
      </Loaded>
    </Card>
  )
}

function Bars({ account, spent }: { account: Account; spent: Spending }) {
  const named = spent.List.reduce((sum, { Amount }) => sum + Amount, 0n)
  const rest = spent.Total - named
  const rows = [
    ...spent.List.map(({ Name, Amount }) => ({ name: Name || t('Other payments'), minor: Amount })),
    ...(rest > 0n ? [{ name: t('Everyone else'), minor: rest }] : []),
  ]
  if (rows.length === 0) return <p className={classes.nothing}>{t('Nothing has been spent.')}</p>
  const { highest } = extremesOf(rows.map(({ minor }) => minor))
  return (
    <ul className={cx(layout.list, classes.bars)}>
      {rows.map(({ name, minor }) => (
        <li key={name}>
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
        </li>
      ))}
    </ul>
  )
}
