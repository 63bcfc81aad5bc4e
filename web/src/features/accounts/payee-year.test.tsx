import { check, initUser, searchTransactions, type Transaction } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { PayeeYear } from './payee-year.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the longest name leads to a search that the bank takes', async () => {
  const data = { Year: '2026', Count: 2, Total: '16.40' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ status: 'success', data })))
  const customer = initUser.response.parse({
    user: { Accounts: [], Username: 'ada' },
    features: ['search'],
  })
  const Name = 'The Worshipful Society of Quite Long Names '.repeat(3).slice(0, 120)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerProvider value={customer}>
        <MemoryRouter>
          <PayeeYear transaction={{ Id: 't1', Type: 'debit', Name } as Transaction} code="usd" />
        </MemoryRouter>
      </CustomerProvider>
    </QueryClientProvider>,
  )
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Show all' })
  const text = new URL(link.href).searchParams.get('q') ?? ''
  expect(text).toMatch(/^The Worshipful Society/)
  expect(check(searchTransactions.request, { text }).ok).toBe(true)
})
