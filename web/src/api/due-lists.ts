import { loans, type Output, savedBills, standingOrders } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { knowsFeature } from './init-user.ts'
import { keys } from './keys.ts'

type Loans = Output<typeof loans>
export type Terms = Loans['Terms'][string]

/** The bills that were saved. */
export const billsQuery = queryOptions({
  queryKey: keys.bills,
  queryFn: ({ signal }) => ask(savedBills, {}, signal),
})

export const ordersQuery = queryOptions({
  queryKey: keys.standingOrders,
  queryFn: ({ signal }) => ask(standingOrders, {}, signal),
})

/** What the customer owes, and the terms of a new loan; a server may know nothing of either. */
export const loansQuery = queryOptions({
  queryKey: keys.loans,
  queryFn: async ({ signal, client }): Promise<Loans> =>
    knowsFeature(client, 'loans') ? ask(loans, {}, signal) : { List: [], Terms: {} },
})
