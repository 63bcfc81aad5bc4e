import type { Account, Forecast, ForecastKind, ForecastReason } from '@passbook/contract'
import { lineWords } from '#i18n/line-words.ts'
import { msg, t, told } from '#i18n/t.ts'
import { formatWeekday } from '#i18n/weekday.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Money } from '#ui/money.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { inPotsOf } from '#widgets/forecast-query.ts'
import { isByHand } from './by-hand.ts'
import classes from './forecast.module.css'

/** What each kind is called, and where it is changed. */
const kinds: Record<Exclude<ForecastKind, 'usual'>, { label: string; to?: string }> = {
  bill: { label: msg('Bill'), to: paths.payBill },
  order: { label: msg('Standing order'), to: paths.standingOrders },
  instalment: { label: msg('Loan instalment'), to: paths.debts },
  pay: { label: msg('Expected pay, not counted') },
}

/** From the balance of today through all that moves it, day by day, with what is left. */
export function DayList({ account, forecast }: { account: Account; forecast: Forecast }) {
  const { balance, holds, available } = forecast
  const inPots = inPotsOf(forecast)
  const sum = (minor: bigint) => inCurrency(account, minor)
  // What is usual is on every day: the table has it.
  const moving = forecast.days
    .map((day) => ({ ...day, reasons: day.reasons.filter(({ kind }) => kind !== 'usual') }))
    .filter(({ reasons }) => reasons.length > 0)
  return (
    <ol className={cx(layout.list, classes.days)}>
      <li>
        <p className={classes.head}>
          <span>{t('Today')}</span>
          <bdi>{sum(available)}</bdi>
        </p>
        <p className={classes.reason}>
          <span>{t('Balance')}</span>
          <bdi>{sum(balance)}</bdi>
        </p>
        {holds.map(({ id, text, amount }) => (
          <p key={id} className={classes.reason}>
            <span>{t('{name}: reserved', { name: text })}</span>
            <Money minor={amount} symbol={symbolOf(account)} flow="debit" />
          </p>
        ))}
        {inPots > 0n ? (
          <p className={classes.reason}>
            <TextLink to={paths.pots}>{t('In pots')}</TextLink>
            <Money minor={inPots} symbol={symbolOf(account)} flow="debit" />
          </p>
        ) : null}
      </li>
      {moving.map(({ on, scheduled, reasons }) => (
        <li key={on}>
          <p className={classes.head}>
            <span>{formatWeekday(on)}</span>
            <bdi>{sum(scheduled)}</bdi>
          </p>
          {reasons.map((reason) => (
            <ReasonRow
              key={`${reason.kind} ${reason.id} ${reason.text} ${reason.amount}`}
              account={account}
              reason={reason}
              takenOff={on <= forecast.until}
            />
          ))}
        </li>
      ))}
      {moving.length === 0 ? <li className={classes.note}>{t('Nothing is due.')}</li> : null}
    </ol>
  )
}

function ReasonRow({
  account,
  reason,
  takenOff,
}: {
  account: Account
  reason: ForecastReason
  takenOff: boolean
}) {
  const { kind, text, amount, missing } = reason
  if (kind === 'usual') return null
  const { label, to } = kinds[kind]
  const byHand = takenOff
    ? msg('To be paid by you: taken off above')
    : msg('To be paid by you, not counted')
  return (
    <div className={classes.reason}>
      <span className={classes.what}>
        {to ? <TextLink to={to}>{lineWords(text)}</TextLink> : lineWords(text)}
        <span className={cx(classes.kind, missing !== undefined && classes.short)}>
          {missing === undefined
            ? told(isByHand(reason) ? byHand : label)
            : t('{amount} will be missing', { amount: inCurrency(account, missing) })}
        </span>
      </span>
      {missing === undefined ? (
        <Money
          minor={amount < 0n ? -amount : amount}
          symbol={symbolOf(account)}
          flow={amount < 0n ? 'debit' : 'credit'}
        />
      ) : null}
    </div>
  )
}
