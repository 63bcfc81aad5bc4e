import {
  type Account,
  accountOverview,
  type Call,
  initUser,
  type Output,
  type Sent,
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
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails with its text instead of waiting in silence.
      queries: { retry: false, networkMode: 'always', staleTime: freshForMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

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

async function ask<C extends Call>(call: C, input: Sent<C>, signal: AbortSignal) {
  const { data } = await send(call, input, { signal })
  return data
}
