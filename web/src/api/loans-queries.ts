import { loans, type Output } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'

export type Terms = Output<typeof loans>['Terms'][string]

/** What the customer owes, and the terms of a new loan. */
export const loansQuery = queryOptions({
  queryKey: ['loans'],
  queryFn: async ({ signal }) => (await send(loans, {}, { signal })).data,
})

/** A line was added that is still to be decided: everything that shows lines is asked for again. */
export async function lineAdded(client: QueryClient): Promise<void> {
  const stale = ['init-user', 'transactions', 'overview', 'loans']
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
