import { loans, type Output } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { knowsFeature } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'

type Loans = Output<typeof loans>
export type Terms = Loans['Terms'][string]

/** What the customer owes, and the terms of a new loan; a server may know nothing of either. */
export const loansQuery = queryOptions({
  queryKey: keys.loans,
  queryFn: async ({ signal, client }): Promise<Loans> =>
    knowsFeature(client, 'loans') ? ask(loans, {}, signal) : { List: [], Terms: {} },
})
