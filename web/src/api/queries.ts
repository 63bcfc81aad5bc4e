import {
  type Account,
  accountOverview,
  beneficiaries,
  type FormCall,
  initUser,
  limits,
  type Output,
  type Sent,
  type Transaction,
  transactions,
} from '@passbook/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'

export type InitUser = Output<typeof initUser>
/** The dates of a list or a total: both, or none for everything. */
export type Dates = { start_date?: string; end_date?: string }

const freshForMs = 10_000

/** What was loaded for one login. A failed call is shown at once; trying again is the customer's. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network a call fails with its text instead of waiting in silence.
      queries: { retry: false, networkMode: 'always', staleTime: freshForMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  otherTabs?.addEventListener('message', () => void client.invalidateQueries())
  return client
}

/** Tabs of one browser share a login: what one of them did, the others ask for again. */
const otherTabs =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('money-moved')

export const initUserQuery = queryOptions({
  queryKey: ['init-user'],
  queryFn: ({ signal }) => ask(initUser, {}, signal),
})

/** One page of an account's list. The page before it stays in sight until this one is there. */
export function transactionsQuery(accountId: string, page: number, dates: Dates) {
  return queryOptions({
    queryKey: ['transactions', accountId, page, dates],
    queryFn: ({ signal }) => ask(transactions, { accountId, page, ...dates }, signal),
    enabled: accountId !== '',
    placeholderData: (before, query) => (query?.queryKey[1] === accountId ? before : undefined),
  })
}

/** Income, expenses and what was spent this month. */
export function overviewQuery(accountId: string, dates: Dates) {
  return queryOptions({
    queryKey: ['overview', accountId, dates],
    queryFn: ({ signal }) => ask(accountOverview, { accountId, ...dates }, signal),
    enabled: accountId !== '',
    placeholderData: (before, query) => (query?.queryKey[1] === accountId ? before : undefined),
  })
}

/** A new account is the last of the list, everywhere. */
export function accountAdded(client: QueryClient, account: Account): void {
  client.setQueryData(initUserQuery.queryKey, (held) => held && withAccount(held, account))
}

export const beneficiariesQuery = queryOptions({
  queryKey: ['beneficiaries'],
  queryFn: ({ signal }) => ask(beneficiaries, {}, signal),
})

type Moved = { account: Account; transaction: Transaction }
type Page = Output<typeof transactions>

/**
 * Money has left an account: its line is on top at once and its balance is right everywhere. All
 * else that may have changed is asked for again, here and in the other tabs.
 */
export function moneyMoved(client: QueryClient, moved: Moved): void {
  client.setQueryData(initUserQuery.queryKey, (held) => held && withMoved(held, moved))
  const lists = { queryKey: ['transactions', moved.account.Id] }
  for (const [queryKey, page] of client.getQueriesData<Page>(lists)) {
    const [, , number, dates] = queryKey as [string, string, number, Dates]
    if (page && number === 1 && !dates.start_date) {
      client.setQueryData(queryKey, withLine(page, moved.transaction))
    }
  }
  void client.invalidateQueries()
  otherTabs?.postMessage(moved.account.Id)
}

function withMoved(held: InitUser, { account, transaction }: Moved): InitUser {
  const patched = (one: Account) => (one.Id === account.Id ? account : one)
  return {
    ...held,
    user: {
      ...held.user,
      ...(held.user.Accounts && { Accounts: held.user.Accounts.map(patched) }),
    },
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

/** The newest first, nothing twice, no more than there is room for. */
function onTop(lines: readonly Transaction[], line: Transaction, room: number): Transaction[] {
  return [line, ...lines.filter(({ Id }) => Id !== line.Id)].slice(0, room)
}

function withAccount(held: InitUser, account: Account): InitUser {
  const entry = { account, transactions: [], income: 0n, expenses: 0n }
  return {
    ...held,
    user: { ...held.user, Accounts: [...accountsIn(held), account] },
    ...(held.accounts ? { accounts: [...held.accounts, entry] } : {}),
  }
}

/** The customer's accounts, from either place a server may put them. */
export function accountsIn({ user, accounts = [] }: InitUser): readonly Account[] {
  return user.Accounts ?? accounts.map(({ account }) => account)
}

async function ask<C extends FormCall>(call: C, input: Sent<C>, signal: AbortSignal) {
  const { data } = await send(call, input, { signal })
  return data
}
