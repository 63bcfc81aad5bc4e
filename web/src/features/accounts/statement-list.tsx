import { limits } from '@passbook/contract'
import { type ReactNode, Suspense } from 'react'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { lazyPage, lazyPart } from '#lazy-page.tsx'
import hiding from '#ui/hidden.module.css'
import { useWide } from '#ui/use-wide.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { TransactionDays } from '#widgets/transaction-list.tsx'
import classes from './statement-list.module.css'
import type { Statement } from './use-statement.ts'

// A box for a date takes a slow phone longer to make than the list below it.
const DateRange = lazyPart(() => import('./date-range.tsx').then((m) => m.DateRange), {
  extra: true,
})

// Only a list without a line needs it.
const Nothing = lazyPage(() => import('./nothing.tsx').then((m) => m.Nothing))

// Only a history of more than one page needs it.
const Pager = lazyPage(() => import('#ui/pager.tsx').then((m) => m.Pager))

/** The dates, the lines and the pages of a statement; `found` stands in place of lines and pages. */
export function StatementList({
  statement,
  tools,
  found,
  toMoney = true,
}: {
  statement: Statement
  /** Other ways to choose among the lines, below the dates. */
  tools?: ReactNode
  found?: ReactNode
  /** Shows the ways to receive money where there is no line yet. */
  toMoney?: boolean
}) {
  const { account, place, problem, list, today, apply, turnTo } = statement
  return (
    <div className={classes.statement}>
      <div className={classes.dates}>
        <DateRange range={place} today={today} onApply={apply} />
      </div>
      {tools}
      {problem
        ? null
        : (found ?? (
            <>
              <Caption statement={statement} />
              <Loaded query={list} skeleton={<ListSkeleton rows={limits.recentTransactions} />}>
                {({ List: transactions, Meta }) => (
                  <div className={classes.pages}>
                    {transactions.length === 0 ? (
                      <Suspense fallback={<ListSkeleton rows={1} />}>
                        <Nothing statement={statement} toMoney={toMoney} />
                      </Suspense>
                    ) : (
                      <TransactionDays
                        transactions={transactions}
                        account={account}
                        cut={{ before: place.page > 1, after: place.page < Meta.PageSize }}
                      />
                    )}
                    {Meta.PageSize > 1 ? (
                      <Suspense fallback={<ListSkeleton rows={1} />}>
                        <Pager page={place.page} count={Meta.PageSize} onChoose={turnTo} />
                      </Suspense>
                    ) : null}
                  </div>
                )}
              </Loaded>
            </>
          ))}
    </div>
  )
}

/**
 * Says which lines these are, aloud too: the dates in the boxes do not always tell it. On a phone, where
 * little is to be seen above the list, the chip that is pressed says of all lines that they are all.
 * A list that failed shows none; the place stays, or what comes into it would not be read out.
 */
function Caption({ statement: { place, everything, list } }: { statement: Statement }) {
  const aside = !useWide() && everything
  const pages = list.data?.Meta.PageSize ?? 0
  const failed = list.error && !list.data
  const range = { start: dayOf(place.start), end: dayOf(place.end) }
  return (
    <p className={aside ? hiding.hidden : classes.caption} aria-live="polite">
      {failed
        ? null
        : everything
          ? t('Showing all transactions')
          : t('Showing {start} to {end}', range)}
      {pages > 1 ? (
        <span> · {t('page {page} of {pages}', { page: place.page, pages })}</span>
      ) : null}
    </p>
  )
}
