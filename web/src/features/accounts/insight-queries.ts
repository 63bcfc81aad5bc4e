import { balanceDays, searchTransactions, spending } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { type Dates, keys } from '#api/keys.ts'

/** Balances of the last days. Under the customer's key: asked for again whenever anything has moved. */
export const balanceDaysQuery = queryOptions({
  queryKey: [...keys.initUser, 'balance-days'],
  queryFn: ({ signal }) => ask(balanceDays, {}, signal),
})

/** Who was paid most. Under the key of the account's totals, which change with it. */
export const spendingQuery = (accountId: string, dates: Dates) =>
  queryOptions({
    queryKey: [...keys.overviewsOf(accountId), 'spending', dates],
    queryFn: ({ signal }) => ask(spending, { accountId, ...dates }, signal),
  })

/** Payments that wait, however far down the lists. Under the customer's key, as the balances are. */
export const waitingQuery = queryOptions({
  queryKey: [...keys.initUser, 'waiting'],
  queryFn: ({ signal }) => ask(searchTransactions, { state: 'pending', direction: 'out' }, signal),
})
