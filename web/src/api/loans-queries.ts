import { loans, type Output } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from './client.ts'
import { RequestError } from './texts.ts'

type Loans = Output<typeof loans>
export type Terms = Loans['Terms'][string]

/** What the customer owes, and the terms of a new loan; a server may know nothing of either. */
export const loansQuery = queryOptions({
  queryKey: ['loans'],
  queryFn: async ({ signal }): Promise<Loans> => {
    try {
      return (await send(loans, {}, { signal })).data
    } catch (error) {
      if (error instanceof RequestError && error.http === 404) return { List: [], Terms: {} }
      throw error
    }
  },
})

/** A line was added that is still to be decided: everything that shows lines is asked for again. */
export async function lineAdded(client: QueryClient): Promise<void> {
  const stale = ['init-user', 'transactions', 'overview', 'loans']
  await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
