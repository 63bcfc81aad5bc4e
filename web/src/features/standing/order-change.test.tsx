import { initUser, type StandingEntry } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { OrderChange } from './order-change.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

test('another amount of an order is asked for in the currency of its account', () => {
  const order = {
    ...{ Id: 'o1', Kind: 'local', Name: 'Bob', Every: 'monthly', State: 'active' },
    ...{ Amount: 12_50n, Description: '', First: '2027-01-31', Dates: ['2027-01-31'] },
    Account: { Id: 'a1', Name: 'Ada', Number: '1000000008', Currency: { Code: 'eur' } },
  } as unknown as StandingEntry
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerProvider
        value={initUser.response.parse({ user: { Accounts: [], Username: 'ada' } })}
      >
        <OrderChange order={order} onBusy={() => {}} onDone={() => {}} />
      </CustomerProvider>
    </QueryClientProvider>,
  )
  const amount = screen.getByLabelText<HTMLInputElement>('Amount')
  expect(amount.value).toBe('12.50')
  expect(amount.parentElement?.textContent).toBe('€')
})
