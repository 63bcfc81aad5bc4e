import { type Account, type Feature, initUser, type Output } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { changeHeld } from './change-held.ts'
import { ask } from './client.ts'
import { keys } from './keys.ts'

export type InitUser = Output<typeof initUser>

/** The customer, the accounts with their newest lines, and the number at the bell. */
export const initUserQuery = queryOptions({
  queryKey: keys.initUser,
  queryFn: ({ signal }) => ask(initUser, {}, signal),
})

/** Whether the server has something that the specification does not ask of it. */
export const hasFeature = (held: InitUser | undefined, feature: Feature): boolean =>
  held?.features?.includes(feature) === true

/** The same of the server that answered this login. */
export const knowsFeature = (client: QueryClient, feature: Feature): boolean =>
  hasFeature(client.getQueryData(initUserQuery.queryKey), feature)

/** Changes what is known of the customer, where anything is. */
export function changeInitUser(client: QueryClient, change: (held: InitUser) => InitUser): void {
  changeHeld(client, initUserQuery.queryKey, change)
}

/** The number at the bell, and its dot. */
export function setUnread(client: QueryClient, unread: number): void {
  changeInitUser(client, (held) => ({
    ...held,
    unReadNotifications: unread,
    hasNewNotification: unread > 0,
  }))
}

export const accountsIn = ({ user }: InitUser): readonly Account[] => user.Accounts
