import type { BankEvent, Transaction } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { News } from './events.ts'
import { notificationsKey } from './notifications-queries.ts'
import { initUserQuery } from './queries.ts'

/** Brings what is on the screen up to date with the news; done when the new figures are there. */
export async function applyNews(client: QueryClient, news: News): Promise<void> {
  if (news.kind === 'missed') return refetch(client, [])
  const { transactions, unReadNotifications: unread } = news.event
  const known = client.getQueryData(initUserQuery.queryKey)?.unReadNotifications ?? 0
  setUnread(client, unread)
  if (unread > known) void client.invalidateQueries({ queryKey: notificationsKey })
  if (transactions.length > 0) await refetch(client, accountIdsIn(news.event))
}

/** The number at the bell, and its dot. */
export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData(
    initUserQuery.queryKey,
    (held) => held && { ...held, unReadNotifications: unread, hasNewNotification: unread > 0 },
  )
}

/** The lines that an event is about, as far as they are among the newest of their accounts. */
export function linesIn(client: QueryClient, event: BankEvent): Transaction[] {
  const wanted = new Set(event.transactions.map(({ Id }) => Id))
  const { accounts = [] } = client.getQueryData(initUserQuery.queryKey) ?? {}
  return accounts.flatMap(({ transactions }) => transactions).filter(({ Id }) => wanted.has(Id))
}

const accountIdsIn = ({ transactions }: BankEvent) => [
  ...new Set(transactions.map(({ AccountId }) => AccountId)),
]

/** Lists and totals of some accounts, or of all where none is named, and the customer's balances. */
async function refetch(client: QueryClient, accountIds: readonly string[]): Promise<void> {
  const prefixes: unknown[][] = accountIds.length
    ? accountIds.flatMap((id) => [
        ['transactions', id],
        ['overview', id],
      ])
    : [['transactions'], ['overview'], [...notificationsKey]]
  // A line that moved may be a loan's or a bill's.
  const keys = [...prefixes, [...initUserQuery.queryKey], ['loans'], ['bills']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
