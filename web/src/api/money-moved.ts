import {
  type Account,
  limits,
  type Output,
  type Transaction,
  type transactions,
} from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from './ask-again.ts'
import { accountsIn, changeInitUser, type InitUser, initUserQuery } from './init-user.ts'
import { keys } from './keys.ts'

type Moved = {
  account: Account
  transaction: Transaction
  /** The own account that it went to, where the order named one. */
  receiverId?: string | undefined
}
type Page = Output<typeof transactions>

/**
 * Money has left an account: its line is on top at once and its balance is right everywhere. What
 * else may have changed with it is asked for again, here and in the other tabs.
 */
export function moneyMoved(client: QueryClient, moved: Moved): void {
  const { account, transaction, receiverId } = moved
  changeInitUser(client, (held) => withMoved(held, moved))
  client.setQueryData<Page>(
    keys.transactionsPage(account.Id, 1, {}),
    (page) => page && withLine(page, transaction),
  )
  const receivers = receiverId ? [receiverId] : ownByNumber(client, transaction)
  const accountIds = [account.Id, ...receivers]
  void movedAndTold(client, accountIds)
  otherTabs?.postMessage(accountIds)
}

/** Asks again for the lists and totals of these accounts, and for what the customer has in all. */
export async function accountsMoved(
  client: QueryClient,
  accountIds: readonly string[],
): Promise<void> {
  const lists = accountIds.flatMap((id) => [keys.transactionsOf(id), keys.overviewsOf(id)])
  const all = [keys.initUser, keys.searches, ...lists]
  await Promise.all(all.map((key) => askAgain(client, key)))
}

/** A movement is also told: the list behind the bell has one more. */
async function movedAndTold(client: QueryClient, accountIds: readonly string[]): Promise<void> {
  await Promise.all([accountsMoved(client, accountIds), askAgain(client, keys.notifications)])
}

/** Tabs of one browser share a login: what moved in one of them, the others ask for again. */
const otherTabs =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('money-moved')

/** Listens until it is told to stop. */
export function hearOtherTabs(client: QueryClient): () => void {
  // A tab that was opened before this version came names one account.
  const hear = ({ data }: MessageEvent<string | string[]>) =>
    void movedAndTold(client, [data].flat())
  otherTabs?.addEventListener('message', hear)
  return () => otherTabs?.removeEventListener('message', hear)
}

/** The customer's own account that a line pays by its number, if it is one. */
function ownByNumber(client: QueryClient, { Accountnumber }: Transaction): string[] {
  const held = client.getQueryData(initUserQuery.queryKey)
  const accounts = held ? accountsIn(held) : []
  return accounts.filter(({ Number: number }) => number === Accountnumber).map(({ Id }) => Id)
}

function withMoved(held: InitUser, { account, transaction }: Moved): InitUser {
  const patched = (one: Account) => (one.Id === account.Id ? account : one)
  return {
    ...held,
    user: { ...held.user, Accounts: held.user.Accounts.map(patched) },
    ...(held.accounts && {
      accounts: held.accounts.map((entry) =>
        entry.account.Id === account.Id
          ? {
              ...entry,
              account,
              transactions: onTop(entry.transactions, transaction, limits.recentTransactions),
            }
          : entry,
      ),
    }),
  }
}

function withLine(page: Page, transaction: Transaction): Page {
  const { Meta, List } = page
  const known = List.some(({ Id }) => Id === transaction.Id)
  const perPage = Meta.PerPage ?? limits.perPage
  const total = Meta.Total === undefined || known ? Meta.Total : Meta.Total + 1
  const pages = total === undefined ? Meta.PageSize : Math.ceil(total / perPage)
  return {
    List: onTop(List, transaction, perPage),
    Meta: { ...Meta, Total: total, PageSize: pages },
  }
}

/** A new line comes first, and no more than there is room for; one that is known stays where it is. */
function onTop(lines: readonly Transaction[], line: Transaction, room: number): Transaction[] {
  return lines.some(({ Id }) => Id === line.Id)
    ? lines.map((one) => (one.Id === line.Id ? line : one))
    : [line, ...lines].slice(0, room)
}
