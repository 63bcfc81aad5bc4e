import { notifications, readNotifications } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'

export const notificationsKey = ['notifications'] as const

/** One page of what the customer was told. The page before it stays until this one is there. */
export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: [...notificationsKey, page],
    queryFn: async ({ signal }) => (await send(notifications, { page }, { signal })).data,
    placeholderData: (before) => before,
  })
}

/** Marks everything as read, on the customer's other devices too. */
export async function markAllRead(): Promise<void> {
  await send(readNotifications, {})
}
