import { type Account, dateFilter } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bankToday } from '#api/bank-day.ts'
import { useWide } from '#ui/use-wide.ts'
import { overviewQuery, transactionsQuery } from './queries.ts'
import { type Range, rangeProblem, readPlace, writePlace } from './statement-place.ts'

export type Statement = ReturnType<typeof useStatement>

/**
 * One account's statement as the address asks for it: its place, its page of transactions and the
 * totals of its dates. Another account starts at page one; so do other dates.
 */
export function useStatement(account: Account) {
  const today = bankToday()
  const { place, move } = usePlace(account.Id, today)
  const problem = rangeProblem(place, today)
  const dates = problem ? {} : dateFilter(place.start, place.end, today)
  const list = useQuery({
    ...transactionsQuery(account.Id, place.page, dates),
    enabled: !problem,
  })
  const totals = useQuery({ ...overviewQuery(account.Id, dates), enabled: !problem })

  // A link to a page that is no longer there leads to the last one that is.
  const pages = list.isPlaceholderData ? undefined : list.data?.Meta.PageSize
  const beyond = pages !== undefined && place.page > Math.max(pages, 1)
  useEffect(() => {
    if (beyond) move({ page: Math.max(pages, 1) }, { replace: true })
  }, [beyond, pages, move])

  function apply(range: Range) {
    move({ ...range, page: 1 })
    // Asking again for what is shown already is asking whether it has changed.
    if (range.start === place.start && range.end === place.end) {
      void list.refetch()
      void totals.refetch()
    }
  }

  return {
    account,
    today,
    place,
    problem,
    /** The dates as the server is asked for them: both, or none for everything. */
    dates,
    list,
    totals,
    /** Whether the list holds everything and not just some days. */
    everything: dates.start_date === undefined && !problem,
    apply,
    showAll: () => move({ start: today, end: today, page: 1 }),
    turnTo: (number: number) => move({ page: number }),
  }
}

function usePlace(accountId: string, today: string) {
  const wide = useWide()
  const [search, setSearch] = useSearchParams()
  const asked = readPlace(search, today)
  const [shownFor, setShownFor] = useState(accountId)
  const switched = shownFor !== accountId

  useEffect(() => {
    if (!switched) return
    // In this order: forgetting the switch before the page is one would ask for a wrong page.
    if (asked.page === 1) setShownFor(accountId)
    else setSearch(writePlace({ ...asked, page: 1 }, today, search), { replace: true })
  })

  return {
    place: {
      ...asked,
      page: switched ? 1 : asked.page,
      // The end date has no field on a small screen: a range ends today there, unless a chip said when.
      end: wide || search.has('end') ? asked.end : today,
    },
    move: (change: Partial<typeof asked>, options = { replace: false }) =>
      setSearch((now) => writePlace({ ...readPlace(now, today), ...change }, today, now), options),
  }
}
