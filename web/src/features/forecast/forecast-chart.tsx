import type { Account, Forecast } from '@passbook/contract'
import type { CSSProperties } from 'react'
import { t } from '#i18n/t.ts'
import { formatWeekday } from '#i18n/weekday.ts'
import { cx } from '#ui/cx.ts'
import { inCurrency } from '#widgets/account-facts.ts'
import { Explained } from '#widgets/explained.tsx'
import classes from './forecast.module.css'
import { box, scaleOf, scheduledPath, usualPath } from './forecast-path.ts'

/** Both lines, the lowest point and the pay-day; each day says its sum to a pointer. */
export function ForecastChart({ account, forecast }: { account: Account; forecast: Forecast }) {
  const { days, lowest, until } = forecast
  const scale = scaleOf(days)
  const sum = (minor: bigint) => inCurrency(account, minor)
  const lowestAt = Math.max(
    days.findIndex(({ on }) => on === lowest.on),
    0,
  )
  const untilAt = days.findIndex(({ on }) => on === until)
  const step = scale.x(1)
  const words = t('From {first} today to {low}, the lowest point, on {day}', {
    first: sum(forecast.available),
    low: sum(lowest.amount),
    day: formatWeekday(lowest.on),
  })
  const place = {
    insetInlineStart: `${(scale.x(lowestAt) / box.width) * 100}%`,
    insetBlockStart: `${(scale.y(lowest.amount) / box.height) * 100}%`,
  } satisfies CSSProperties
  return (
    <figure className={classes.figure}>
      <div className={classes.chart}>
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          {scale.bottom <= 0n ? (
            <path d={`M0 ${scale.y(0n)}H${box.width}`} className={classes.zero} />
          ) : null}
          {untilAt > 0 ? (
            <path d={`M${scale.x(untilAt)} 0V${box.height}`} className={classes.until} />
          ) : null}
          <path d={usualPath(days, scale)} className={classes.usual} />
          <path d={scheduledPath(days, scale)} className={classes.scheduled} />
          {days.map(({ on, scheduled }, at) => (
            <rect
              key={on}
              x={scale.x(at) - step / 2}
              width={step}
              height={box.height}
              className={classes.day}
            >
              <title>{`${formatWeekday(on)}: ${sum(scheduled)}`}</title>
            </rect>
          ))}
        </svg>
        <span className={classes.mark} style={place} />
      </div>
      <p className={classes.axis}>
        <span>{t('Today')}</span>
        <span>{formatWeekday(days.at(-1)?.on ?? until)}</span>
      </p>
      <figcaption className={classes.legend}>
        <span>
          <i className={cx(classes.key, classes.keyScheduled)} />
          {t('What is scheduled')}
        </span>
        <span>
          <i className={cx(classes.key, classes.keyUsual)} />
          {t('With usual spending and pay')}
        </span>
        <span>
          <i className={cx(classes.key, classes.keyLow)} />
          <Explained
            question={{ figure: 'lowest', account: account.Id }}
            label={t('Lowest point')}
            inline
          >
            {/* After it the line may fall further: that is for the next pay to bear. */}
            {t('Lowest until {until}: {sum} on {day}', {
              until: formatWeekday(until),
              sum: sum(lowest.amount),
              day: formatWeekday(lowest.on),
            })}
          </Explained>
        </span>
      </figcaption>
    </figure>
  )
}
