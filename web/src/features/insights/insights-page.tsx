import {
  type CurrencyCode,
  currencyCodes,
  type insights,
  monthsAfter,
  type Output,
} from '@passbook/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { monthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import layout from '#ui/layout.module.css'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCode } from '#widgets/by-code.ts'
import { Explained } from '#widgets/explained.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { Budgets } from './budgets.tsx'
import { CategoryTable, lastDay } from './category-table.tsx'
import classes from './insights.module.css'
import { MonthChart } from './month-chart.tsx'
import { PayeeTable } from './payee-table.tsx'
import { insightsQuery } from './queries.ts'
import { Rules } from './rules.tsx'

type Insights = Output<typeof insights>

/** Where the money of a month went, against the months before, and what was meant to be spent. */
export function InsightsPage() {
  const { month, currency, choose } = useChosen()
  const enabled = useFeature('insights')
  const query = useQuery({ ...insightsQuery(month, currency), enabled })
  // The bank says which month it is: its days are those of its own zone.
  const { data: now } = useQuery({ ...insightsQuery(undefined, currency), enabled })
  if (!enabled) return <EmptyState text={t('This bank has no insights.')} />
  return (
    <div className={cx(layout.stack, classes.page)}>
      <Loaded query={query} skeleton={<Skeleton rows={3} height={160} />}>
        {(data) => (
          <div className={layout.stack}>
            <Card>
              <div className={classes.tools}>
                <MonthPicker
                  data={data}
                  last={now?.Month ?? data.Month}
                  onPick={(picked) => choose(picked, currency)}
                />
                {data.Currencies.length > 1 ? (
                  <SelectField
                    label={t('Currency')}
                    value={data.Currency.Code}
                    onChange={({ currentTarget }) =>
                      choose(undefined, currentTarget.value as CurrencyCode)
                    }
                    options={data.Currencies.map((code) => ({
                      value: code,
                      label: code.toUpperCase(),
                    }))}
                  />
                ) : null}
              </div>
              <Sums data={data} />
              <MonthChart data={data} />
            </Card>
            <div className={classes.columns}>
              <Card title={t('By category')}>
                <CategoryTable data={data} />
              </Card>
              <div className={layout.stack}>
                <Budgets
                  month={data.Month}
                  thisMonth={now?.Month ?? data.Month}
                  code={data.Currency.Code as CurrencyCode}
                />
                <Card title={t('By payee')}>
                  <PayeeTable data={data} />
                </Card>
                <Rules />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The month and the currency that are looked at, in the address: Back and a reload lead there. */
function useChosen() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('month') ?? ''
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : undefined
  const currency = currencyCodes.find((code) => code === address.get('currency'))
  return {
    month,
    currency,
    choose: (picked: string | undefined, code: CurrencyCode | undefined) =>
      setAddress({ ...(picked && { month: picked }), ...(code && { currency: code }) }),
  }
}

const monthBeside = (month: string, by: number) => monthsAfter(`${month}-01`, by).slice(0, 7)

/** One month back or on, or any since the first. */
function MonthPicker({
  data: { Month, First },
  last,
  onPick,
}: {
  data: Insights
  last: string
  onPick: (month: string) => void
}) {
  const months: string[] = []
  for (let one = last; one >= First && months.length < 120; one = monthBeside(one, -1)) {
    months.push(one)
  }
  return (
    <div className={classes.months}>
      <SelectField
        label={t('Month')}
        value={Month}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
        options={(months.includes(Month) ? months : [Month, ...months]).map((month) => ({
          value: month,
          label: monthOfYear(month),
        }))}
      />
      <button
        type="button"
        className={cx(layout.tool, classes.step)}
        aria-label={t('The month before')}
        disabled={Month <= First}
        onClick={() => onPick(monthBeside(Month, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={cx(layout.tool, classes.step)}
        aria-label={t('The month after')}
        disabled={Month >= last}
        onClick={() => onPick(monthBeside(Month, 1))}
      >
        <IconChevronRight size={20} aria-hidden />
      </button>
    </div>
  )
}

function Sums({ data }: { data: Insights }) {
  const { Spent, Income, AverageSpent, Months } = data
  const money = (minor: bigint) => inCode(data.Currency.Code, minor)
  const compared = Months.length > 1
  const asked = {
    currency: data.Currency.Code.toLowerCase(),
    start_date: `${data.Month}-01`,
    end_date: lastDay(data.Month),
  }
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t('Spent')}</dt>
        <dd>
          <Explained question={{ figure: 'spending', ...asked }} label={t('Spent')}>
            <Figure size="large" text={money(Spent)} />
          </Explained>
        </dd>
        {compared ? <dd className={classes.usual}>{usualWords(data, money)}</dd> : null}
      </div>
      <div>
        <dt>{t('Came in')}</dt>
        <dd>
          <Explained question={{ figure: 'came', ...asked }} label={t('Came in')}>
            <Figure size="large" text={money(Income)} />
          </Explained>
        </dd>
      </div>
      {compared ? (
        <div>
          <dt>{t('A usual month')}</dt>
          <dd>
            <Explained question={{ figure: 'usual', ...asked }} label={t('A usual month')}>
              <Figure size="large" text={money(AverageSpent)} />
            </Explained>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** How the month compares with the average of those before. */
function usualWords({ Spent, AverageSpent }: Insights, money: (minor: bigint) => string): string {
  if (Spent === AverageSpent) return t('As much as in a usual month')
  return Spent > AverageSpent
    ? t('{amount} more than in a usual month', { amount: money(Spent - AverageSpent) })
    : t('{amount} less than in a usual month', { amount: money(AverageSpent - Spent) })
}
