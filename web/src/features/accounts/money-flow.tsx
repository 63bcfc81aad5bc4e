import { type Account, type accountOverview, type Output, toMoney } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dates } from '#api/keys.ts'
import { monthName } from '#i18n/month.ts'
import { formatRange } from '#i18n/range.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { Doughnut } from '#ui/doughnut.tsx'
import { Money } from '#ui/money.tsx'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { Explained } from '#widgets/explained.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { ChipSelect } from './chip-select.tsx'
import { FlowSkeleton } from './flow-skeleton.tsx'
import classes from './money-flow.module.css'
import { overviewQuery } from './queries.ts'
import type { Statement } from './use-statement.ts'
import { WhereItWent } from './where-it-went.tsx'

type Totals = Output<typeof accountOverview>

// What fits into the hole of the ring; a longer sum is told under it only.
const centreChars = 12

/**
 * Income against expenses, as a ring and as sums, and who was paid most. They are of the dates that
 * were asked for; without any, of this month, or on request of all time.
 */
export function MoneyFlow({ account, statement }: { account: Account; statement: Statement }) {
  const insights = useFeature('insights')
  const [chosen, setChosen] = useState<'month' | 'all'>('month')
  const { everything, today, totals, dates } = statement
  const month: Dates = { start_date: `${today.slice(0, 8)}01`, end_date: today }
  const byMonth = insights && everything && chosen === 'month'
  const thisMonth = useQuery({ ...overviewQuery(account.Id, month), enabled: byMonth })
  const asked = everything ? month : dates
  return (
    <>
      <Card
        title={t('Money Flow Chart')}
        className={classes.card}
        actions={
          insights && everything ? (
            <ChipSelect
              aria-label={t('Period')}
              className={classes.period}
              value={chosen}
              onChange={({ currentTarget }) =>
                setChosen(currentTarget.value === 'all' ? 'all' : 'month')
              }
            >
              <option value="month">{monthName(today)}</option>
              <option value="all">{t('All time')}</option>
            </ChipSelect>
          ) : (
            <span className={classes.caption}>{everything ? t('All time') : daysOf(asked)}</span>
          )
        }
      >
        <Loaded query={byMonth ? thisMonth : totals} skeleton={<FlowSkeleton />}>
          {(data) => (
            <Flow
              account={account}
              totals={data}
              dates={byMonth ? month : dates}
              period={byMonth ? monthName(today) : everything ? t('All time') : daysOf(asked)}
            />
          )}
        </Loaded>
      </Card>
      {insights && !statement.problem ? (
        <WhereItWent
          account={account}
          dates={asked}
          period={everything ? monthName(today) : daysOf(asked)}
        />
      ) : null}
    </>
  )
}

/** Nothing for dates that cannot be. */
const daysOf = ({ start_date, end_date }: Dates) =>
  start_date && end_date ? formatRange(start_date, end_date) : ''

function Flow({
  account,
  totals,
  dates,
  period,
}: {
  account: Account
  totals: Totals
  dates: Dates
  /** The dates in words: sums of other dates stand on the same screen. */
  period: string
}) {
  const { income, expenses, borrowed } = totals
  const symbol = symbolOf(account)
  const of = { account: account.Id, ...dates }
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
          <dt>
            {t('Income')} <span>· {period}</span>
          </dt>
          <dd>
            <Explained question={{ figure: 'income', ...of }} label={t('Income')} inline>
              <Money minor={income} symbol={symbol} flow="credit" />
            </Explained>
          </dd>
        </div>
        {borrowed ? (
          <div className={classes.part}>
            <dt>{t('of it borrowed')}</dt>
            <dd>
              <Explained
                question={{ figure: 'borrowed', ...of }}
                label={t('of it borrowed')}
                inline
              >
                {inCurrency(account, borrowed)}
              </Explained>
            </dd>
          </div>
        ) : null}
        <div className={classes.sum}>
          <dt>
            {t('Expenses')} <span>· {period}</span>
          </dt>
          <dd>
            <Explained question={{ figure: 'expenses', ...of }} label={t('Expenses')} inline>
              <Money minor={expenses} symbol={symbol} flow="debit" />
            </Explained>
          </dd>
        </div>
        {net.length > centreChars ? (
          <div className={classes.sum}>
            <dt>{t('Net')}</dt>
            <dd>
              <Explained question={{ figure: 'net', ...of }} label={t('Net')} inline>
                <bdi>{net}</bdi>
              </Explained>
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}
