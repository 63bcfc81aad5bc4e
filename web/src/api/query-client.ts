import { QueryClient } from '@tanstack/react-query'
import { hearOtherTabs } from './money-moved.ts'

const freshForMs = 10_000

/** What was loaded for one login. A failed call is shown at once; trying again is the customer's. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network a call fails with its text instead of waiting in silence.
      queries: { retry: false, networkMode: 'always', staleTime: freshForMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  hearOtherTabs(client)
  return client
}
