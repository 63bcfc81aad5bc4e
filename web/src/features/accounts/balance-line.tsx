import type { Account } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { inCurrency } from '#widgets/account-facts.ts'
import classes from './balance-line.module.css'
import { box, extremesOf, pathOf } from './balance-path.ts'
import { balanceDaysQuery } from './insight-queries.ts'

/** What an account held over the last days, as a thin line; in words for those who do not see it. */
export function BalanceLine({ account }: { account: Account }) {
  const insights = useFeature('insights')
  const { data } = useQuery({ ...balanceDaysQuery, enabled: insights })
  const days = data?.List.find(({ AccountId }) => AccountId === account.Id)?.Balances
  if (!days) return null
  // The last is today's, which the page may already know better.
  const balances = [...days.slice(0, -1), account.CurrentBalance]
  // An account that has never held anything has nothing to draw.
  if (balances.every((minor) => minor === 0n)) return null
  const line = pathOf(balances)
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={inWords(account, balances)}
      className={classes.svg}
    >
      <path d={`${line}V${box.height}H0Z`} className={classes.area} />
      <path d={line} className={classes.line} />
    </svg>
  )
}

function inWords(account: Account, balances: readonly bigint[]): string {
  const { lowest, highest } = extremesOf(balances)
  return t('Balance of the last 30 days: from {first} to {last}, between {low} and {high}', {
    first: inCurrency(account, balances[0] ?? 0n),
    last: inCurrency(account, account.CurrentBalance),
    low: inCurrency(account, lowest),
    high: inCurrency(account, highest),
  })
}
