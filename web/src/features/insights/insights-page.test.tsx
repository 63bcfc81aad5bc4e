import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { InsightsPage } from './insights-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function drawn(features: string[]) {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}))
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <CustomerProvider value={initUser.response.parse({ user: { Accounts: [] }, features })}>
        <MemoryRouter>
          <InsightsPage />
        </MemoryRouter>
      </CustomerProvider>
    </QueryClientProvider>,
  )
  return client.isFetching()
}

// shows D133
test('a server that knows no insights is not asked for any', () => {
  expect(drawn([])).toBe(0)
  expect(screen.getByText('This bank has no insights.')).toBeTruthy()
})

test('one that does is', () => {
  expect(drawn(['insights'])).toBe(1)
})
