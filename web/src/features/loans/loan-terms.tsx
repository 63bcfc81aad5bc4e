import { type Account, type Loan, messages } from '@passbook/contract'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { inCurrency } from '#widgets/account-facts.ts'
import { isOpen } from './loan-facts.ts'
import classes from './loans.module.css'
import type { Terms } from './queries.ts'

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

/** One loan at a time: whoever has one reads so before they ask. */
export function OpenLoanNotice({ list }: { list: readonly Loan[] }) {
  if (!list.some(isOpen)) return null
  return (
    <Notice kind="info">
      <Trans
        id="{reason}. <a>View debts</a>"
        values={{ reason: told(messages.loanOpen) }}
        parts={{ a: (text) => <TextLink to={paths.debts}>{text}</TextLink> }}
      />
    </Notice>
  )
}
