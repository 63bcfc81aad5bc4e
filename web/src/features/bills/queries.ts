import { billerList } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { withFixedBillers } from './bill-facts.ts'

/** The billers to choose from: the fixed five, before and without an answer, and the customer's own. */
export const billersQuery = queryOptions({
  queryKey: keys.billers,
  queryFn: async ({ signal }) => withFixedBillers(await ask(billerList, {}, signal)),
  initialData: withFixedBillers([]),
  // Older than anything: the bank is asked at once.
  initialDataUpdatedAt: 0,
})
