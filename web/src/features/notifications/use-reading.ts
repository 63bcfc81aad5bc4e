import type { notifications, Output } from '@passbook/contract'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { setUnread } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'
import { markAllRead } from './queries.ts'

type Page = Output<typeof notifications>

/**
 * Marks what is shown as read, and returns how many of the newest were not when this visit began:
 * they stay marked for the reader, while the bell is quiet already. What comes in while the page
 * is open is read too.
 */
export function useReading({ data, isPlaceholderData }: UseQueryResult<Page>): number {
  const client = useQueryClient()
  const [fresh, setFresh] = useState(0)
  const under = useRef(false)
  const unread = isPlaceholderData ? 0 : (data?.Unread ?? 0)

  useEffect(() => {
    if (unread === 0 || under.current) return
    under.current = true
    markAllRead()
      .then(() => {
        setFresh((before) => before + unread)
        setUnread(client, 0)
        const queryKey = keys.notifications
        client.setQueriesData<Page>({ queryKey }, (held) => held && allRead(held))
        // A list that is on its way was asked for before: its notices would be new once more.
        return client.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
      })
      // Then they stay unread; the next visit tries again.
      .catch(() => undefined)
      .finally(() => {
        under.current = false
      })
  }, [unread, client])

  return fresh
}

const allRead = (page: Page): Page => ({
  ...page,
  Unread: 0,
  List: page.List.map((one) => ({ ...one, Read: true })),
})
