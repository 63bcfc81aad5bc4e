import type { BankEvent, Transaction } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '#api/ask-again.ts'
import type { News } from '#api/events.ts'
import { initUserQuery, setUnread } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'
import { accountsMoved } from '#api/money-moved.ts'

/** Brings what is on the screen up to date with the news; done when the new figures are there. */
export async function applyNews(client: QueryClient, news: News): Promise<void> {
  const again = (queryKey: readonly string[]) => askAgain(client, queryKey)
  // A line that moved may be a loan's, a bill's, a card's or a standing order's, or pay a request.
  const money = [keys.loans, keys.bills, keys.standingOrders, keys.requests]
  const lines = [...money, keys.insights, keys.pots, keys.cards]
  if (news.kind === 'missed') {
    const all = [keys.initUser, keys.transactions, keys.overviews, keys.notifications, ...lines]
    await Promise.all(all.map(again))
    return
  }
  const { transactions, unReadNotifications: unread, lists = [] } = news.event
  const known = unreadIn(client)
  setUnread(client, unread)
  if (unread > known) void again(keys.notifications)
  await Promise.all(lists.map((list) => again([list])))
  // The first page says where the money of an account went, beside its totals.
  if (lists.includes('insights')) void again(keys.overviews)
  // What goes into a pot or out of it moves no line, but what is available.
  if (lists.includes('pots')) void again(keys.initUser)
  if (transactions.length === 0) return
  const accountIds = [...new Set(transactions.map(({ AccountId }) => AccountId))]
  await Promise.all([accountsMoved(client, accountIds), ...lines.map(again)])
}

/** Whether there are more notices than the customer was known to have, and not for a line that is told. */
export function isUnknown(client: QueryClient, news: News): boolean {
  if (news.kind !== 'event' || news.event.transactions.length > 0) return false
  return news.event.unReadNotifications > unreadIn(client)
}

const unreadIn = (client: QueryClient) =>
  client.getQueryData(initUserQuery.queryKey)?.unReadNotifications ?? 0

/** The lines that an event is about, as far as they are among the newest of their accounts. */
export function linesIn(client: QueryClient, event: BankEvent): Transaction[] {
  const wanted = new Set(event.transactions.map(({ Id }) => Id))
  const { accounts = [] } = client.getQueryData(initUserQuery.queryKey) ?? {}
  return accounts.flatMap(({ transactions }) => transactions).filter(({ Id }) => wanted.has(Id))
}
