import { QueryClient } from '@tanstack/react-query'

const freshForMs = 10_000

/** What was loaded for one login. A failed call is shown at once; trying again is the customer's. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails with its text instead of waiting in silence.
      queries: { retry: false, networkMode: 'always', staleTime: freshForMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
