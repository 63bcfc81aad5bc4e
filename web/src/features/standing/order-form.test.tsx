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

const empty = () => new Response(JSON.stringify({ status: 'success', data: [] }))
const none = 'Save a recipient first, under Recipients.'

const draw = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <CustomerProvider
        value={initUser.response.parse({ user: { Accounts: [], Username: 'ada' } })}
      >
        <OrderForm />
      </CustomerProvider>
    </QueryClientProvider>,
  )

test('who stands in the field of the recipients stays there when they come', async () => {
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)
  draw()
  const field = screen.getByLabelText('Recipient')
  field.focus()
  asked.resolve(empty())
  await screen.findByText(none)
  expect(document.activeElement).toBe(field)
})

test('recipients that could not be asked for are asked for again, and are not none', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('lost'))
  fetched.mockImplementation(async () => empty())
  vi.stubGlobal('fetch', fetched)
  draw()
  const again = await screen.findByRole('button', { name: 'try again' })
  expect(screen.queryByText(none)).toBeNull()
  fireEvent.click(again)
  await screen.findByText(none)
})
