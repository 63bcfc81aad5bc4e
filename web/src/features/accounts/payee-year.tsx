import { payeeTotal, type Transaction } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { TextLink } from '#ui/text-link.tsx'
import { inCode } from '#widgets/by-code.ts'
import { searchPath } from '#widgets/search-path.ts'
import { counterparty, isCredit, isLoan } from '#widgets/transaction-facts.ts'
import classes from './transaction-detail.module.css'

/** What the other side was paid this year, or paid the customer, and the way to those lines. */
export function PayeeYear({ transaction, code }: { transaction: Transaction; code: string }) {
  const { Id, Name } = transaction
  const { data } = useQuery({
    queryKey: [...keys.transactions, 'payee', Id],
    queryFn: ({ signal }) => ask(payeeTotal, { transactionId: Id }, signal),
    enabled: useFeature('search') && Boolean(Name) && !isLoan(transaction),
    retry: false,
  })
  const { name } = counterparty(transaction)
  // One payment is the one that is shown.
  if (!data || data.Count === null || data.Count < 2) return null
  const total = inCode(code, data.Total ?? 0n)
  const values = { count: data.Count, name, total }
  return (
    <div className={classes.year}>
      <p>
        {isCredit(transaction)
          ? t(
              '{count, plural, one {# payment} other {# payments}} from {name}, {total} this year',
              values,
            )
          : t(
              '{count, plural, one {# payment} other {# payments}} to {name}, {total} this year',
              values,
            )}
      </p>
      <TextLink to={searchPath(Name ?? '')}>{t('Show all')}</TextLink>
    </div>
  )
}
