import type { User } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { initUserQuery } from './queries.ts'

/** What the customer has just changed about themselves is known everywhere at once. */
export function userChanged(client: QueryClient, change: Partial<User>): void {
  client.setQueryData(
    initUserQuery.queryKey,
    (held) => held && { ...held, user: { ...held.user, ...change } },
  )
}
