import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CardPayments } from './card-payments.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  ...{ Id: 'p1', Date: '2026-11-18 10:00:00', Merchant: 'Corner Shop', Amount: '20.00' },
  ...{ Currency: 'usd', State: 'captured', Reason: null, Online: false, Abroad: false },
}

test('payments that could not be asked for are asked for again, and are not none', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('lost'))
  const data = { List: [payment] }
  fetched.mockResolvedValue(new Response(JSON.stringify({ status: 'success', data })))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <CardPayments id="c1" last="4242" />
    </QueryClientProvider>,
  )
  const again = await screen.findByRole('button', { name: 'try again' })
  again.focus()
  fireEvent.click(again)
  await screen.findByText('Corner Shop')
  expect(document.activeElement).not.toBe(document.body)
})
