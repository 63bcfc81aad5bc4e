import { limits } from '@passbook/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { billsQuery, loansQuery, ordersQuery } from '#api/due-lists.ts'
import { t } from '#i18n/t.ts'
import { useCustomer, useFeature } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Card } from '#ui/card.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import { Money } from '#ui/money.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './coming-up.module.css'
import { type Due, dueBills, dueInstalments, dueOrders, duePending, nextDue } from './due.ts'
import { waitingQuery } from './insight-queries.ts'

/**
 * What will leave the accounts next: payments that wait, bills, standing orders and
 * instalments.
 */
export function ComingUp() {
  const { accounts = [] } = useCustomer()
  const lends = useFeature('loans')
  const bills = useQuery(billsQuery)
  const loans = useQuery({ ...loansQuery, enabled: lends })
  const ordering = useFeature('standing-orders')
  const orders = useQuery({ ...ordersQuery, enabled: ordering })
  // The newest lines come with the customer; what waits may be older.
  const newest = accounts.flatMap(({ transactions }) => transactions)
  const { recentTransactions } = limits
  const hasOlder = accounts.some(({ transactions }) => transactions.length >= recentTransactions)
  const finds = useFeature('search')
  const found = useQuery({ ...waitingQuery, enabled: finds && hasOlder })
  const waiting = duePending(found.data?.List ?? newest)
  const dated = [
    ...dueBills(bills.data ?? []),
    ...dueOrders(orders.data ?? []),
    ...dueInstalments(loans.data?.List ?? []),
  ]
  const list = nextDue(waiting, dated)
  const asked: UseQueryResult<unknown>[] = [bills, loans, orders, found]
  const isFetching = asked.some(({ isLoading }) => isLoading)
  const failed = asked.filter(({ isLoadingError }) => isLoadingError)
  // Of what is known in part nobody could see that something is missing.
  const query = {
    data: isFetching || failed.length > 0 ? undefined : list,
    error: failed[0]?.error ?? null,
    isFetching,
    isPlaceholderData: false,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
  return (
    <Card title={t('Coming up')} className={classes.card}>
      <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
        {(due) =>
          due.length === 0 ? (
            <p className={classes.nothing}>{t('Nothing is due.')}</p>
          ) : (
            <ul className={layout.list}>
              {due.map((one) => (
                <li key={one.key}>
                  <DueRow due={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function DueRow({ due }: { due: Due }) {
  const session = useSession()
  const { name, note, minor, symbol, more } = due
  const words = (
    <>
      <Face name={name} badge={<StatusIcon state="pending" look="pending" />} />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>{note}</span>
      </span>
      <Money minor={minor} symbol={symbol} flow="debit" />
    </>
  )
  if ('to' in more)
    return (
      <Link to={more.to} className={classes.row}>
        {words}
      </Link>
    )
  return (
    <button
      type="button"
      className={classes.row}
      aria-haspopup="dialog"
      onClick={() => session.view(more.line)}
    >
      {words}
    </button>
  )
}
