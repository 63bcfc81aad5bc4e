import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes what is held under a key, where anything is. An answer that is on its way was asked for
 * before, and would undo the change: it is asked for again.
 */
export function changeHeld<Held>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Held, Error>,
  change: (held: Held) => Held,
): void {
  client.setQueryData<Held>(queryKey, (held) => held && change(held))
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
}
