import { type Account, type Loan, messages } from '@passbook/contract'
import { IconHourglass, IconLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Terms } from '#api/due-lists.ts'
import { dayOf } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Facts } from '#ui/facts.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { amountOf, isRequested } from './loan-facts.ts'
import classes from './loans.module.css'

/** What a loan on an account would cost, before it is asked for. */
export function LoanTerms({
  account,
  terms,
}: {
  account: Account | undefined
  terms: Record<string, Terms>
}) {
  if (Object.keys(terms).length === 0) return null
  const here = account && terms[account.Currency.Code.toLowerCase()]
  if (!here) {
    return (
      <p className={classes.hint}>
        {account
          ? t('There are no loans in this currency yet.')
          : t('Select an account to see the rate, the term and the most you can borrow.')}
      </p>
    )
  }
  return (
    <div className={classes.terms}>
      <Facts
        facts={[
          { label: t('Interest'), value: t('{rate}% a year', { rate: here.RatePercent }) },
          {
            label: t('Term'),
            value: t('{count, plural, one {# monthly payment} other {# monthly payments}}', {
              count: here.Months,
            }),
          },
          { label: t('You can borrow up to'), value: <bdi>{inCurrency(account, here.Max)}</bdi> },
        ]}
      />
    </div>
  )
}

/** One loan at a time: whoever has one, or has asked for one, reads so in place of an offer. */
export function OpenLoanPanel({
  loan,
  focused,
}: {
  loan: Loan
  /** Whether it takes the focus: what had it is gone as soon as a loan is asked for. */
  focused: boolean
}) {
  const { NextDue: next } = loan
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) panel.current?.focus()
  }, [focused])
  return (
    <div ref={panel} tabIndex={-1} className={classes.closed}>
      <span className={classes.closedMark} aria-hidden="true">
        {isRequested(loan) ? <IconHourglass size={22} /> : <IconLock size={22} />}
      </span>
      <div className={classes.closedWords}>
        <p className={classes.closedTitle}>
          {isRequested(loan)
            ? t('Your request for {amount} is with the bank', {
                amount: amountOf(loan, loan.Principal),
              })
            : told(messages.loanOpen)}
        </p>
        <p className={classes.hint}>
          {isRequested(loan)
            ? t('You are told here and at the bell as soon as it is decided.')
            : next
              ? t('{owed} is owed. The next payment is {amount} on {date}.', {
                  owed: amountOf(loan, loan.Outstanding),
                  amount: amountOf(loan, next.Amount),
                  date: dayOf(next.Date),
                })
              : t('{owed} is owed.', { owed: amountOf(loan, loan.Outstanding) })}
        </p>
        <LinkButton to={paths.debts} kind="tint" size="sm">
          {t('View debts')}
        </LinkButton>
      </div>
    </div>
  )
}
