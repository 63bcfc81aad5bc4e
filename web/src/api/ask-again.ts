import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for all that a key stands for, since something has happened. A refetch in flight is begun
 * anew, but a first load is not: its answer may be from before, so it is asked for once more after it.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
  if (first > 0) await client.invalidateQueries({ queryKey })
}
