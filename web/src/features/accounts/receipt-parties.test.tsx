import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ReceiptPage } from './receipt-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const own = { Name: 'Everyday', Number: '1000000009', Currency: { Code: 'usd' } }
const line = {
  ...{ Id: 'abc', Created: '2024-03-05T02:30:00Z', Account: own, Amount: '40.00' },
  ...{ Name: 'Jo Whitfield', Accountnumber: '7788990011', Bank: 'Chase' },
  ...{ Method: 'other-banks', State: 'completed', Purpose: 'transfer' },
}

/** The sheet of a payment to, or of money from, somebody at another bank. */
async function partiesOf(Type: 'debit' | 'credit') {
  const reply = { status: 'success', data: { ...line, Type } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(reply)))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/transaction-receipt/abc']}>
        <Routes>
          <Route path="/transaction-receipt/:id" element={<ReceiptPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const sender = (await screen.findByRole('region', { name: 'Sender' })).textContent
  const receiver = screen.getByRole('region', { name: 'Receiver' }).textContent
  return { sender, receiver }
}

// shows §2.13.5
test('on the receipt of a debit the account sends, and the name and number receive', async () => {
  const { sender, receiver } = await partiesOf('debit')
  expect(sender).toContain('1000000009')
  expect(sender).not.toContain('7788990011')
  expect(receiver).toContain('Jo Whitfield')
  expect(receiver).toContain('7788990011')
  expect(receiver).not.toContain('1000000009')
})

// shows §2.13.6
test('on the receipt of a credit the name and number send, and the account receives', async () => {
  const { sender, receiver } = await partiesOf('credit')
  expect(sender).toContain('Jo Whitfield')
  expect(sender).toContain('7788990011')
  expect(sender).not.toContain('1000000009')
  expect(receiver).toContain('1000000009')
  expect(receiver).not.toContain('7788990011')
})
