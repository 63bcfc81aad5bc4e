import { notifications, readNotifications } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask, send } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** One page of what the customer was told. The page before it stays until this one is there. */
export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: [...keys.notifications, page],
    queryFn: ({ signal }) => ask(notifications, { page }, signal),
    placeholderData: (before) => before,
  })
}

/** Marks everything as read, on the customer's other devices too. */
export async function markAllRead(): Promise<void> {
  await send(readNotifications, {})
}
