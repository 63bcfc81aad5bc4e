import { type Account, loanCost, parseMoney, rateBpsOf } from '@passbook/contract'
import { bankToday } from '#api/bank-day.ts'
import type { Terms } from '#api/due-lists.ts'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { inCurrency } from '#widgets/account-facts.ts'
import classes from './loans.module.css'

/**
 * What the amount that stands in the form would cost, worked out as the bank will book it. It is
 * empty while there is nothing to work out, and stays where it is so that it is read out when it changes.
 */
export function LoanCostLine({
  account,
  terms,
  amount,
}: {
  account: Account | undefined
  terms: Terms | undefined
  amount: string
}) {
  const cost = terms && costOf(terms, amount)
  const money = (minor: bigint) => (account ? inCurrency(account, minor) : '')
  return (
    <output>
      {cost && account ? (
        <span className={classes.cost}>
          <span className={classes.costLine}>
            {t('{count} × {monthly}, total {total}, first on {date}', {
              count: cost.payments,
              monthly: money(cost.monthlyMinor),
              total: money(cost.totalMinor),
              date: dayOf(cost.firstOn),
            })}
          </span>
          <span className={classes.hint}>
            {cost.lastMinor === cost.monthlyMinor
              ? t('If it is granted today. {interest} of it is interest.', {
                  interest: money(cost.interestMinor),
                })
              : t(
                  'If it is granted today. {interest} of it is interest, and the last payment is {last}.',
                  { interest: money(cost.interestMinor), last: money(cost.lastMinor) },
                )}
          </span>
        </span>
      ) : null}
    </output>
  )
}

/** Nothing where no loan of this amount is to be had. */
export function costOf({ Max, RatePercent, Months }: Terms, amount: string) {
  const principalMinor = parseMoney(amount)
  const rateBps = rateBpsOf(RatePercent)
  if (principalMinor === null || principalMinor <= 0n || principalMinor > Max) return null
  if (rateBps === null || !Number.isInteger(Months) || Months < 1 || Months > 600) return null
  const from = bankToday()
  return loanCost({ principalMinor, rateBps, months: Months, from })
}
