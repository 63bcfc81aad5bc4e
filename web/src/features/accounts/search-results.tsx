import { dayIn, type Transaction } from '@passbook/contract'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Dates } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { textOf } from '#api/texts.ts'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toasts.tsx'
import { symbolOf } from '#widgets/account-facts.ts'
import { symbolIn } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { dayName, TransactionRow } from '#widgets/transaction-list.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import classes from './search.module.css'
import type { SearchFilter } from './search-filter.ts'
import { type Found, findMore, searchQuery } from './search-query.ts'

type Asked = { filter: SearchFilter; dates: Dates; onClear: () => void }

/** What was found over all accounts, newest first, and a way on where there is more. */
export function SearchResults(asked: Asked) {
  const query = useQuery(searchQuery(asked.filter, asked.dates))
  useFocusFound()
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
      {(first) => (
        <Pages
          key={JSON.stringify([asked.filter, asked.dates])}
          first={first}
          atMs={query.dataUpdatedAt}
          {...asked}
        />
      )}
    </Loaded>
  )
}

/** The line that had the focus, given back by its detail, went away with the list before this one. */
function useFocusFound() {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body
      if (isLost) document.querySelector('h1')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}

type More = { after: string; atMs: number; pages: Found[] }

function Pages({ first, atMs, filter, dates, onClear }: Asked & { first: Found; atMs: number }) {
  // A first page that was asked for anew may have other lines: what came after the old one goes, and so
  // does what waits there, which may have been settled.
  const after = [first.Next, ...first.List.map(({ Id, State }) => Id + State)].join()
  const [more, setMore] = useState<More>({ after, atMs, pages: [] })
  const [busy, setBusy] = useState(false)
  const waits = more.pages.some(({ List }) => List.some(({ State }) => State === 'pending'))
  const isTrue = more.after === after && (more.atMs === atMs || !waits)
  const pages = [first, ...(isTrue ? more.pages : [])]
  const last = pages.at(-1) ?? first
  const lines = pages.flatMap(({ List }) => List)

  async function goOn() {
    setBusy(true)
    try {
      const next = await findMore(filter, dates, last.Next, new AbortController().signal)
      setMore({ after, atMs, pages: [...pages.slice(1), next] })
    } catch (error) {
      toast({ message: textOf(error), kind: 'error' })
    } finally {
      setBusy(false)
    }
  }

  const onward = last.Next ? (
    <Button kind="plain" size="sm" busy={busy} onClick={() => void goOn()}>
      {last.LookedTo ? t('Keep looking') : t('Show more')}
    </Button>
  ) : null
  return (
    <>
      <p className={classes.caption} aria-live="polite">
        <Count lines={lines.length} last={last} />
      </p>
      {lines.length === 0 ? (
        <EmptyState
          icon={<IconSearchOff size={24} stroke={1.75} />}
          text={t('No transaction matches')}
        >
          {onward}
          <Button kind="plain" size="sm" onClick={onClear}>
            {t('Clear search and filters')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <FoundDays lines={lines} />
          {onward}
        </>
      )}
    </>
  )
}

function Count({ lines, last: { Next, LookedTo } }: { lines: number; last: Found }) {
  if (LookedTo) {
    const day = dayOf(LookedTo)
    return t('{n, plural, one {# match} other {# matches}} back to {day}', { n: lines, day })
  }
  if (lines === 0) return null
  if (Next) return t('The newest {n, plural, one {# match} other {# matches}}', { n: lines })
  return t('{n, plural, one {# match} other {# matches}}', { n: lines })
}

/** An account that is not among the customer's is closed. */
const nameIn = ({ Account }: Transaction) =>
  Account
    ? t('{account}, closed', { account: `${Account.Name} ··${Account.Number.slice(-4)}` })
    : ''

/**
 * Lines of several accounts under their days; each says whose it is where there are several. An
 * account that was closed since is not among the customer's: of it only the line tells.
 */
function FoundDays({ lines }: { lines: Found['List'] }) {
  const accounts = useAccounts()
  const names = useAccountNames()
  const days = [...Map.groupBy(lines, ({ Created }) => dayIn(Created, page.bankZone))]
  return (
    <div className={classes.days}>
      {days.map(([day, found]) => (
        <section key={day} aria-label={dayName(day)}>
          <h3 className={classes.day}>{dayName(day)}</h3>
          <ul className={classes.list}>
            {found.map((line) => {
              const account = accounts.find(({ Id }) => Id === line.AccountId)
              const several = accounts.length > 1 || !account
              return (
                <li key={line.Id}>
                  <TransactionRow
                    transaction={line}
                    symbol={account ? symbolOf(account) : symbolIn(line.Account?.Currency.Code)}
                    noted
                    {...(several && { note: names.get(line.AccountId) ?? nameIn(line) })}
                  />
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
