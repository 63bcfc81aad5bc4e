import { type Account, initUser, type Output } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { keys } from './keys.ts'

export type InitUser = Output<typeof initUser>

/** The customer, the accounts with their newest lines, and the number at the bell. */
export const initUserQuery = queryOptions({
  queryKey: keys.initUser,
  queryFn: ({ signal }) => ask(initUser, {}, signal),
})

/** Changes what is known of the customer, where anything is. */
export function changeInitUser(client: QueryClient, change: (held: InitUser) => InitUser): void {
  client.setQueryData(initUserQuery.queryKey, (held) => held && change(held))
}

/** The number at the bell, and its dot. */
export function setUnread(client: QueryClient, unread: number): void {
  changeInitUser(client, (held) => ({
    ...held,
    unReadNotifications: unread,
    hasNewNotification: unread > 0,
  }))
}

/** The customer's accounts, from either place a server may put them. */
export function accountsIn({ user, accounts = [] }: InitUser): readonly Account[] {
  return user.Accounts ?? accounts.map(({ account }) => account)
}
