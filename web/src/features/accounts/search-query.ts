import { limits, type Output, searchTransactions } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { type Dates, keys } from '#api/keys.ts'
import type { SearchFilter } from './search-filter.ts'

export type Found = Output<typeof searchTransactions>

/** One answer looks at so many lines only; where it found little, it is asked to go on so often. */
const answersAtOnce = 5

/** The first page of what a filter finds. */
export function searchQuery(filter: SearchFilter, dates: Dates) {
  const asked = new URLSearchParams({ ...filter, ...dates }).toString()
  return queryOptions({
    queryKey: [...keys.searches, asked],
    queryFn: ({ signal }) => findMore(filter, dates, null, signal),
  })
}

/** A page from a place on, in as many answers as it takes to fill it. */
export async function findMore(
  { q, ...filter }: SearchFilter,
  dates: Dates,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Found> {
  const given = Object.entries({ ...filter, text: q, ...dates }).filter(([, value]) => value)
  const found: Found = { List: [], Next: cursor, LookedTo: null }
  for (let nth = 0; nth < answersAtOnce; nth += 1) {
    const place = found.Next ? { cursor: found.Next } : {}
    const page = await ask(searchTransactions, { ...Object.fromEntries(given), ...place }, signal)
    found.List.push(...page.List)
    Object.assign(found, { Next: page.Next, LookedTo: page.LookedTo })
    if (!page.Next || !page.LookedTo || found.List.length >= limits.searchPerPage) break
  }
  return found
}
