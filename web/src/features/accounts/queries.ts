import { type Account, accountOverview, transactions } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask, isBegun } from '#api/client.ts'
import { type Dates, keys } from '#api/keys.ts'

/** One page of an account's list. The page before it stays in sight until this one is there. */
export function transactionsQuery(accountId: string, page: number, dates: Dates) {
  return queryOptions({
    queryKey: keys.transactionsPage(accountId, page, dates),
    queryFn: ({ signal }) => ask(transactions, { accountId, page, ...dates }, signal),
    enabled: accountId !== '',
    placeholderData: (before, query) => (query?.queryKey[1] === accountId ? before : undefined),
  })
}

/** Income, expenses and what was spent this month. */
export function overviewQuery(accountId: string, dates: Dates) {
  return queryOptions({
    queryKey: [...keys.overviewsOf(accountId), dates],
    queryFn: ({ signal }) => ask(accountOverview, { accountId, ...dates }, signal),
    enabled: accountId !== '',
    placeholderData: (before, query) => (query?.queryKey[1] === accountId ? before : undefined),
  })
}

/** Takes what first-paint.js has asked for, so that the first page is drawn once, with its list. */
export function takeFirstList(client: QueryClient, [first]: readonly Account[]): void {
  if (!first || !isBegun(transactions, { accountId: first.Id, page: 1 })) return
  void client.prefetchQuery(transactionsQuery(first.Id, 1, {}))
  void client.prefetchQuery(overviewQuery(first.Id, {}))
}
