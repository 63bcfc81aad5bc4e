import { initUser } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { AddBiller } from './add-biller.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Saves a biller whose answer is still to come. */
function save() {
  const onAdded = vi.fn()
  const asked = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asked.promise)
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerProvider
        value={initUser.response.parse({ user: { Accounts: [], Username: 'ada' } })}
      >
        <AddBiller onBack={() => {}} onAdded={onAdded} />
      </CustomerProvider>
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Biller name'), { target: { value: 'City Water' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Biller' }))
  function answer() {
    asked.resolve(new Response(JSON.stringify({ status: 'success' })))
  }
  return { onAdded, unmount, answer }
}

test('a biller that was added is chosen', async () => {
  const { onAdded, answer } = save()
  answer()
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith('City Water'))
})

test('it is not where its form was left before the answer came', async () => {
  const { onAdded, unmount, answer } = save()
  unmount()
  answer()
  await new Promise((done) => setTimeout(done, 200))
  expect(onAdded).not.toHaveBeenCalled()
})
