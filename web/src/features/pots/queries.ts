import { pots } from '@passbook/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

export const potsQuery = queryOptions({
  queryKey: keys.pots,
  queryFn: ({ signal }) => ask(pots, {}, signal),
})

/** After a change: the pots, what is available beside them, and what pays into them. */
export async function potsChanged(client: QueryClient): Promise<void> {
  const changed = [keys.pots, keys.initUser, keys.standingOrders]
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
}
