import { billerList, savedBills } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** The billers to choose from: the bank's five and the customer's own. */
export const billersQuery = queryOptions({
  queryKey: keys.billers,
  queryFn: ({ signal }) => ask(billerList, {}, signal),
})

/** The bills that were saved. */
export const billsQuery = queryOptions({
  queryKey: keys.bills,
  queryFn: ({ signal }) => ask(savedBills, {}, signal),
})
