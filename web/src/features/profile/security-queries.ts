import { readLimits, securityEvents, sessions } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** Where the customer is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => ask(sessions, {}, signal),
  staleTime: 0,
})

/** One page of the security log. The page before it stays until this one is there. */
export function securityEventsQuery(page: number) {
  return queryOptions({
    queryKey: [...keys.securityEvents, page],
    queryFn: ({ signal }) => ask(securityEvents, { page }, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
}

/** How much may go out on a day and at a time. */
export const limitsQuery = queryOptions({
  queryKey: keys.limits,
  queryFn: ({ signal }) => ask(readLimits, {}, signal),
  staleTime: 0,
})
