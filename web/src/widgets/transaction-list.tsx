import { type Account, dayIn, type Transaction } from '@passbook/contract'
import { page } from '#api/page.ts'
import { formatDateTime, formatDay } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import { Money } from '#ui/money.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { symbolOf } from './account-facts.ts'
import { isCredit, lookOf, stateOf, titleOf } from './transaction-facts.ts'
import classes from './transaction-list.module.css'
import { Undoable } from './undoable.tsx'

type ListProps = {
  transactions: readonly Transaction[]
  account: Account
  /** For a narrow place: the state is told by its icon, and in words to screen readers only. */
  compact?: boolean
}

/** Lines of a statement. Each is a button that opens its detail. */
export function TransactionList({ transactions, account, compact = false }: ListProps) {
  return (
    <ul className={classes.list}>
      {transactions.map((transaction) => (
        <li key={transaction.Id}>
          <TransactionRow transaction={transaction} account={account} compact={compact} />
          <Undoable transaction={transaction} className={classes.undo} />
        </li>
      ))}
    </ul>
  )
}

/** The same lines under the day they belong to, in the bank's zone. */
export function TransactionDays({ transactions, account }: ListProps) {
  const days = Map.groupBy(transactions, ({ Created }) => dayIn(Created, page.bankZone))
  return (
    <div className={classes.days}>
      {[...days].map(([day, lines]) => (
        <section key={day} aria-label={dayName(day)}>
          <h3 className={classes.dayName}>{dayName(day)}</h3>
          <TransactionList transactions={lines} account={account} />
        </section>
      ))}
    </div>
  )
}

function dayName(day: string): string {
  const now = Date.now()
  if (day === dayIn(new Date(now), page.bankZone)) return t('Today')
  if (day === dayIn(new Date(now - 86_400_000), page.bankZone)) return t('Yesterday')
  return formatDay(new Date(`${day}T00:00:00Z`))
}

function TransactionRow({
  transaction,
  account,
  compact,
}: {
  transaction: Transaction
  account: Account
  compact: boolean
}) {
  const session = useSession()
  const { Created, Amount } = transaction
  const state = stateOf(transaction)
  const look = lookOf(transaction)
  return (
    <button
      type="button"
      className={cx(classes.row, classes[look])}
      data-look={look}
      aria-haspopup="dialog"
      onClick={() => session.view(transaction)}
    >
      <StatusIcon state={state} look={look} />
      <span className={classes.words}>
        <span className={classes.title}>{titleOf(transaction)}</span>
        <span className={classes.meta}>
          <time dateTime={Created.toISOString()}>
            <bdi>{formatDateTime(Created, page.bankZone)}</bdi>
          </time>
          {compact ? <Hidden>, {told(state)}</Hidden> : null}
          {compact ? null : (
            <>
              {' · '}
              <span className={classes.state}>{told(state)}</span>
            </>
          )}
        </span>
      </span>
      <span className={classes.amount}>
        <Money
          minor={Amount}
          symbol={symbolOf(account)}
          flow={isCredit(transaction) ? 'credit' : 'debit'}
        />
      </span>
    </button>
  )
}
