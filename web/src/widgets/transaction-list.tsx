import { type Account, dayIn, type Transaction } from '@passbook/contract'
import { bankToday } from '#api/bank-day.ts'
import { page } from '#api/page.ts'
import { dayOf, formatDateTime } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { Face } from '#ui/face.tsx'
import { Money } from '#ui/money.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { inCurrency, symbolOf } from './account-facts.ts'
import { isCredit, lookOf, noteOf, stateOf, titleOf } from './transaction-facts.ts'
import classes from './transaction-list.module.css'
import { Undoable } from './undoable.tsx'

type ListProps = { transactions: readonly Transaction[]; account: Account }

/** Lines of a statement. Each is a button that opens its detail. */
export function TransactionList({
  transactions,
  account,
  noted = false,
}: ListProps & {
  /** Each says what it was for, where there is room. */
  noted?: boolean
}) {
  return (
    <ul className={classes.list}>
      {transactions.map((transaction) => (
        <li key={transaction.Id}>
          <TransactionRow transaction={transaction} symbol={symbolOf(account)} noted={noted} />
          <Undoable transaction={transaction} className={classes.undo} />
        </li>
      ))}
    </ul>
  )
}

/**
 * The same lines under the day they belong to, in the bank's zone, and what the day comes to. A day
 * that may go on beyond this page, before it or after it, has no sum here.
 */
export function TransactionDays({
  transactions,
  account,
  cut,
}: ListProps & { cut: { before: boolean; after: boolean } }) {
  const days = [...Map.groupBy(transactions, ({ Created }) => dayIn(Created, page.bankZone))]
  return (
    <div className={classes.days}>
      {days.map(([day, lines], at) => (
        <section key={day} aria-label={dayName(day)}>
          <div className={classes.day}>
            <h3 className={classes.dayName}>{dayName(day)}</h3>
            {(at === 0 && cut.before) || (at === days.length - 1 && cut.after) ? null : (
              <DaySum minor={sumOf(lines)} account={account} />
            )}
          </div>
          <TransactionList transactions={lines} account={account} noted />
        </section>
      ))}
    </div>
  )
}

/** What came in and went out, with what is still on its way; what failed has not moved. */
const sumOf = (lines: readonly Transaction[]) =>
  lines
    .filter((line) => stateOf(line) !== 'failed')
    .reduce((sum, line) => (isCredit(line) ? sum + line.Amount : sum - line.Amount), 0n)

function DaySum({ minor, account }: { minor: bigint; account: Account }) {
  const sign = minor > 0n ? '+' : ''
  return <bdi className={classes.daySum}>{`${sign}${inCurrency(account, minor)}`}</bdi>
}

/** `Today`, `Yesterday`, or the date. */
export function dayName(day: string): string {
  // Dates are compared, as days of UTC: a day of the bank on which its clocks change has no 24 hours.
  const ago = Date.parse(bankToday()) - Date.parse(day)
  if (ago === 0) return t('Today')
  if (ago === 86_400_000) return t('Yesterday')
  return dayOf(day)
}

/** One line: a button that opens its detail. It says its date, time and state itself, at any width. */
export function TransactionRow({
  transaction,
  symbol,
  noted,
  note,
}: {
  transaction: Transaction
  /** Of its currency. */
  symbol: string
  /** Says what it was for. */
  noted: boolean
  /** What stands behind the time. */
  note?: string
}) {
  const session = useSession()
  const { Created, Amount } = transaction
  const state = stateOf(transaction)
  const look = lookOf(transaction)
  const title = titleOf(transaction)
  const purpose = noted && noteOf(transaction)
  return (
    <button
      type="button"
      className={cx(classes.row, classes[look])}
      data-look={look}
      aria-haspopup="dialog"
      onClick={() => session.view(transaction)}
    >
      <Face name={title} badge={<StatusIcon state={state} look={look} />} />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.meta}>
          {purpose ? (
            <span className={classes.purpose}>
              <bdi>{purpose}</bdi>
              <span className={classes.dot}>{' · '}</span>
            </span>
          ) : null}
          <span>
            <time dateTime={Created.toISOString()}>
              <bdi>{formatDateTime(Created, page.bankZone)}</bdi>
            </time>
            {note ? ` · ${note}` : null}
          </span>
        </span>
      </span>
      <span className={classes.end}>
        <span className={classes.amount}>
          <Money minor={Amount} symbol={symbol} flow={isCredit(transaction) ? 'credit' : 'debit'} />
        </span>
        <span className={classes.state}>{told(state)}</span>
      </span>
    </button>
  )
}
