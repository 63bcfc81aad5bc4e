import { billerList, savedBills } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'

/** The billers to choose from: the bank's five and the customer's own. */
export const billersQuery = queryOptions({
  queryKey: ['billers'],
  queryFn: async ({ signal }) => (await send(billerList, {}, { signal })).data,
})

/** The bills that were saved. */
export const billsQuery = queryOptions({
  queryKey: ['bills'],
  queryFn: async ({ signal }) => (await send(savedBills, {}, { signal })).data,
})
