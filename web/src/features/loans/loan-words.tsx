import { type Account, type Loan, parseMoney } from '@passbook/contract'
import type { Terms } from '#api/due-lists.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { inCurrency, kindOf } from '#widgets/account-facts.ts'
import { OrderWords, orderSum } from '#widgets/approval.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { amountOf } from './loan-facts.ts'

/** The loan that is being approved: how much, to which account, and on which terms. */
export function LoanWords({
  amount,
  account,
  terms,
}: {
  amount: string
  account: Account | undefined
  terms: Terms | undefined
}) {
  const minor = parseMoney(amount)
  return (
    <OrderWords
      notes={[
        terms && t('{rate}% a year', { rate: terms.RatePercent }),
        terms &&
          t('{count, plural, one {# monthly payment} other {# monthly payments}}', {
            count: terms.Months,
          }),
      ]}
    >
      <Trans
        id="A loan of <sum>{amount}</sum> to {account}"
        values={{
          amount: account && minor !== null ? inCurrency(account, minor) : amount,
          account: account ? kindOf(account) : '',
        }}
        parts={{ sum: orderSum }}
      />
    </OrderWords>
  )
}

/** What is being paid back: how much, from where, and whether again and again. */
export function RepayWords({
  loan,
  amount,
  account,
  note,
}: {
  loan: Loan
  amount: string
  /** The id of the account that pays. */
  account: string
  note?: string
}) {
  const from = useAccountNames().get(account)
  return (
    <OrderWords notes={[note, from && t('from {account}', { account: from })]}>
      <Trans
        id="<sum>{amount}</sum> to {payee}"
        values={{ amount: amountOf(loan, parseMoney(amount) ?? 0n), payee: t('Quick loan') }}
        parts={{ sum: orderSum }}
      />
    </OrderWords>
  )
}
