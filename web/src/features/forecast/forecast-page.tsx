import type { Account, Forecast } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { formatWeekday } from '#i18n/weekday.ts'
import { useFeature, useSelectedAccount } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { Collapsible } from '#ui/collapsible.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { AccountSwitcher } from '#widgets/account-switcher.tsx'
import { Explained } from '#widgets/explained.tsx'
import { forecastQuery } from '#widgets/forecast-query.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { BufferForm } from './buffer-form.tsx'
import { owedByHand } from './by-hand.ts'
import { DayList } from './day-list.tsx'
import classes from './forecast.module.css'
import { ForecastChart } from './forecast-chart.tsx'

/** What will be in the account, what makes it so, and what of it is kept back. */
export function ForecastPage() {
  const account = useSelectedAccount()
  const known = useFeature('forecast')
  if (!known) return <EmptyState text={t('This bank has no forecast.')} />
  if (!account) return <EmptyState text={t('You have no account yet.')} />
  return (
    <FocusPlace shown={account.Id}>
      <AccountForecast key={account.Id} account={account} />
    </FocusPlace>
  )
}

function AccountForecast({ account }: { account: Account }) {
  const query = useQuery(forecastQuery(account.Id))
  return (
    <div className={cx(layout.stack, classes.page)}>
      <Loaded
        query={query}
        skeleton={
          <Card>
            <Skeleton rows={5} height={44} />
          </Card>
        }
      >
        {(forecast) => (
          <div className={layout.stack}>
            <Card>
              <Summary account={account} forecast={forecast} />
              {isFlat(forecast) ? (
                <p className={classes.note}>
                  {t(
                    'Nothing is planned yet. Bills, standing orders and pay that comes regularly draw the line.',
                  )}
                </p>
              ) : (
                <ForecastChart account={account} forecast={forecast} />
              )}
            </Card>
            <Card title={t('What makes it')}>
              <DayList account={account} forecast={forecast} />
            </Card>
            <Card title={t('Keep back')}>
              <BufferForm key={String(forecast.buffer)} account={account} forecast={forecast} />
            </Card>
            <Collapsible title={t('Every day as a table')} openAtFirst={false}>
              <DayTable account={account} forecast={forecast} />
            </Collapsible>
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** Whether nothing moves either line: there is nothing to see in a drawing of it. */
function isFlat({ available, days }: Forecast): boolean {
  return days.every((day) => day.scheduled === available && day.usual === available)
}

function Summary({ account, forecast }: { account: Account; forecast: Forecast }) {
  const { missing, payDay, until, safeToSpend, buffer } = forecast
  const sum = (minor: bigint) => inCurrency(account, minor)
  const owed = owedByHand(forecast)
  return (
    <div className={classes.summary}>
      <div className={classes.top}>
        <h2 className={classes.label}>
          {t('Safe to spend until {day}', { day: formatWeekday(until) })}
        </h2>
        <AccountSwitcher />
      </div>
      <Explained question={{ figure: 'safe', account: account.Id }} label={t('Safe to spend')}>
        <Figure text={sum(safeToSpend)} size="huge" />
      </Explained>
      {missing ? (
        <Notice>
          {t('{name}: {amount} will be missing on {day}', {
            name: missing.text,
            amount: sum(missing.amount),
            day: formatWeekday(missing.on),
          })}
        </Notice>
      ) : null}
      <p className={classes.note}>
        {payDay
          ? t('Then {name} usually pays {amount}. It is expected, and no part of the figure.', {
              name: payDay.text,
              amount: sum(payDay.amount),
            })
          : t('Nobody pays you regularly yet, so this looks 30 days ahead.')}
        {owed > 0n
          ? ` ${t('{amount} that you have to pay yourself is taken off.', { amount: sum(owed) })}`
          : null}
        {buffer > 0n ? ` ${t('{amount} is kept back.', { amount: sum(buffer) })}` : null}
      </p>
    </div>
  )
}

/** The lines as figures. */
function DayTable({ account, forecast }: { account: Account; forecast: Forecast }) {
  const sum = (minor: bigint) => <bdi>{inCurrency(account, minor)}</bdi>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('Scheduled')}</th>
          <th scope="col">{t('Usually spent')}</th>
          <th scope="col">{t('With usual')}</th>
        </tr>
      </thead>
      <tbody>
        {forecast.days.map(({ on, scheduled, usual, reasons }) => (
          <tr key={on}>
            <th scope="row">{formatWeekday(on)}</th>
            <td>
              <Explained
                question={{ figure: 'point', account: account.Id, start_date: on, end_date: on }}
                label={formatWeekday(on)}
                inline
              >
                {sum(scheduled)}
              </Explained>
            </td>
            <td>{sum(-(reasons.find(({ kind }) => kind === 'usual')?.amount ?? 0n))}</td>
            <td>{sum(usual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
