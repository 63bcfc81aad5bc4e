import type { notifications, Output } from '@passbook/contract'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setUnread } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'
import { markAllRead } from './queries.ts'

type Page = Output<typeof notifications>

/**
 * Marks what is shown as read, and returns how many of the newest were not when this visit began or
 * came since: they stay marked for the reader, while the bell is quiet already.
 */
export function useReading({ data, isPlaceholderData }: UseQueryResult<Page>): number {
  const client = useQueryClient()
  const shown = isPlaceholderData ? undefined : data
  const unread = shown?.Unread ?? 0
  const [readBefore, setReadBefore] = useState<number>()
  if (shown && readBefore === undefined) setReadBefore(shown.Meta.Total - unread)
  const [marking, setMarking] = useState(false)

  useEffect(() => {
    if (unread === 0 || marking) return
    setMarking(true)
    const queryKey = keys.notifications
    markAllRead()
      .then(() => {
        setUnread(client, 0)
        client.setQueriesData<Page>({ queryKey }, (held) => held && allRead(held))
        setMarking(false)
        // What was told meanwhile is not among what was marked.
        return client.invalidateQueries({ queryKey })
      })
      // Then they stay unread; the next visit tries again.
      .catch(() => undefined)
  }, [unread, marking, client])

  return data && readBefore !== undefined ? data.Meta.Total - readBefore : 0
}

const allRead = (page: Page): Page => ({
  ...page,
  Unread: 0,
  List: page.List.map((one) => ({ ...one, Read: true })),
})
