import { initUser } from '@passbook/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider } from '#session/session.tsx'
import { OrderForm } from './order-form.tsx'
import { blanks } from './orders.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const holding = (AvailableBalance: string) => ({
  user: {
    Username: 'ada',
    Accounts: [
      {
        ...{ Id: 'a1', Number: '1000000008', Name: 'Ada', Type: 'savings', AvailableBalance },
        CurrentBalance: AvailableBalance,
        Currency: { Code: 'usd', Name: 'US Dollar', Symbol: '&#36;' },
      },
    ],
  },
})

/** Sends more than seems to be there, so that the bank is asked first; its answer is still to come. */
async function proceed() {
  const onReady = vi.fn()
  const asked = Promise.withResolvers<Response>()
  const fetched = vi.fn(() => asked.promise)
  vi.stubGlobal('fetch', fetched)
  const values = { amount: '5.00', wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }
  const noop = () => {}
  const { unmount } = render(
    <SessionProvider>
      <CustomerProvider value={initUser.response.parse(holding('1.00'))}>
        <OrderForm
          kind="crypto"
          draft={{ ...blanks.crypto, ...values }}
          problem={undefined}
          sentBefore={undefined}
          onReady={onReady}
          {...{ onDraft: noop, onTold: noop, onBack: noop, onOverlay: noop }}
        />
      </CustomerProvider>
    </SessionProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'PROCEED' }))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  function answer() {
    const body = JSON.stringify({ status: 'success', data: holding('9.00') })
    asked.resolve(new Response(body))
  }
  return { onReady, unmount, answer }
}

test('an order is ready once the bank has said that its money is there', async () => {
  const { onReady, answer } = await proceed()
  answer()
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce())
})

test('whoever has gone back meanwhile is not taken on by a late answer', async () => {
  const { onReady, unmount, answer } = await proceed()
  unmount()
  answer()
  await new Promise((done) => setTimeout(done, 200))
  expect(onReady).not.toHaveBeenCalled()
})
