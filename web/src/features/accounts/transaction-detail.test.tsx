import { initUser, transactionReceipt } from '@passbook/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from '#api/page.ts'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider, useSession } from '#session/session.tsx'
import { TransactionDetail } from './transaction-detail.tsx'

const { bankZone } = page
afterEach(() => {
  cleanup()
  page.bankZone = bankZone
})

const line = transactionReceipt.response.parse({
  ...{ Id: '0123456789abcdef', Created: '2024-03-05T02:30:00Z', Amount: '350.00', Type: 'credit' },
  ...{ Account: { Name: 'Everyday', Number: '1000000009', Currency: { Code: 'usd' } } },
  ...{ Name: 'Jo Whitfield', Accountnumber: '7788990011', State: 'completed' },
  Description: 'Skis, as agreed',
})

function Opened() {
  const session = useSession()
  return (
    <button type="button" onClick={() => session.view(line)}>
      open
    </button>
  )
}

// shows §2.12.1 §2.12.2 §2.12.3 §2.12.5 §9.18 D44 D165
test('a detail shows what is told first, in the told order, and what is added below', async () => {
  page.bankZone = 'UTC'
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <CustomerProvider
          value={initUser.response.parse({ user: { Accounts: [], Username: 'ada' } })}
        >
          <MemoryRouter>
            <Opened />
            <TransactionDetail />
          </MemoryRouter>
        </CustomerProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'open' }).click()
  const terms = await screen.findAllByRole('term', { hidden: true })
  const facts = terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Transaction Type', 'Credit'],
    ['Beneficiary', 'Everyday · 1000000009'],
    ['Amount', '350.00 USD'],
    ['Reference Code', '0123456789abcdef'],
    ['Date/Time', '05 Mar 2024, 02:30 UTC'],
    ['Note', 'Skis, as agreed'],
    ['Sender', 'Jo Whitfield · 7788990011'],
  ])
})
