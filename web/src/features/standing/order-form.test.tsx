import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { OrderForm } from './order-form.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('recipients that could not be asked for are asked for again, and are not none', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('lost'))
  fetched.mockResolvedValue(new Response(JSON.stringify({ status: 'success', data: [] })))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <CustomerProvider value={initUser.response.parse({ user: { Username: 'ada' } })}>
        <OrderForm />
      </CustomerProvider>
    </QueryClientProvider>,
  )
  const none = 'Save a recipient first, under Recipients.'
  const again = await screen.findByRole('button', { name: 'try again' })
  expect(screen.queryByText(none)).toBeNull()
  fireEvent.click(again)
  await screen.findByText(none)
})
