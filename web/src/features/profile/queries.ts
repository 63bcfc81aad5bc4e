import type { User } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { changeInitUser } from '#api/init-user.ts'

/** What the customer has just changed about themselves is known everywhere at once. */
export function userChanged(client: QueryClient, change: Partial<User>): void {
  changeInitUser(client, (held) => ({ ...held, user: { ...held.user, ...change } }))
}
