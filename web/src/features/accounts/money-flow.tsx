import { type Account, type accountOverview, type Output, toMoney } from '@passbook/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { Doughnut } from '#ui/doughnut.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './money-flow.module.css'

type Totals = Output<typeof accountOverview>

// What fits into the hole of the ring; a longer sum is told under it only.
const centreChars = 12

/** Income against expenses, as a ring and as two sums. */
export function MoneyFlow({
  account,
  totals,
}: {
  account: Account
  totals: UseQueryResult<Totals>
}) {
  return (
    <Card title={t('Money Flow Chart')}>
      <Loaded query={totals} skeleton={<FlowSkeleton />}>
        {(data) => <Flow account={account} totals={data} />}
      </Loaded>
    </Card>
  )
}

function Flow({ account, totals }: { account: Account; totals: Totals }) {
  const { income, expenses } = totals
  const symbol = symbolOf(account)
  const net = `${income >= expenses ? '+' : ''}${toMoney(income - expenses, symbol)}`
  return (
    <div className={classes.flow}>
      <Doughnut
        title={t('Money Flow Chart')}
        parts={[
          { label: t('Credit'), minor: income, text: inCurrency(account, income), tone: 'credit' },
          {
            label: t('Debit'),
            minor: expenses,
            text: inCurrency(account, expenses),
            tone: 'debit',
          },
        ]}
        emptyText={t('No money has moved')}
        {...(net.length <= centreChars ? { centre: { label: t('Net'), text: net } } : {})}
      />
      <dl className={classes.sums}>
        <div className={classes.sum}>
          <dt>{t('Income')}</dt>
          <dd>
            <Money minor={income} symbol={symbol} flow="credit" />
          </dd>
        </div>
        <div className={classes.sum}>
          <dt>{t('Expenses')}</dt>
          <dd>
            <Money minor={expenses} symbol={symbol} flow="debit" />
          </dd>
        </div>
        {net.length > centreChars ? (
          <div className={classes.sum}>
            <dt>{t('Net')}</dt>
            <dd>{net}</dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}

function FlowSkeleton() {
  return (
    <div className={classes.flow}>
      <span className={classes.ring}>
        <Skeleton height={200} />
      </span>
      <Skeleton rows={2} height={24} />
    </div>
  )
}
