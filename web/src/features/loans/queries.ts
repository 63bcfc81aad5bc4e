import { loans, type Output } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { RequestError } from '#api/texts.ts'

type Loans = Output<typeof loans>
export type Terms = Loans['Terms'][string]

/** What the customer owes, and the terms of a new loan; a server may know nothing of either. */
export const loansQuery = queryOptions({
  queryKey: keys.loans,
  queryFn: async ({ signal }): Promise<Loans> => {
    try {
      return await ask(loans, {}, signal)
    } catch (error) {
      if (error instanceof RequestError && error.http === 404) return { List: [], Terms: {} }
      throw error
    }
  },
})
