import type { Transaction } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Receipt } from './receipt.tsx'

afterEach(cleanup)

const paid = (change: Partial<Transaction>): Transaction => ({
  ...{ Id: 'r1', Created: new Date('2024-03-02T09:00:00Z'), Amount: 500_00n, State: 'completed' },
  ...{ Type: 'debit', Purpose: 'transfer', Name: 'Best Electronics Ltd' },
  ...{ Accountnumber: '7583538850', Holder: 'Mallory Fraud' },
  Account: { Name: 'Everyday', Number: '4090272982', Currency: { Code: 'usd' } },
  ...change,
})

/** What stands in the card of each side, line by line. */
function sidesOf(transaction: Transaction) {
  render(
    <MemoryRouter>
      <Receipt transaction={transaction} onUndone={() => undefined} />
    </MemoryRouter>,
  )
  const lines = (name: string) =>
    [...(screen.queryByRole('region', { name })?.children ?? [])].map((one) => one.textContent)
  return { sender: lines('Sender').slice(1), receiver: lines('Receiver').slice(1) }
}

// shows D163
test('a move to an own account names its holder on both sides, whatever the account is called', () => {
  expect(sidesOf(paid({ Method: 'local', Own: true }))).toEqual({
    sender: ['Mallory Fraud', 'Own account', '4090272982'],
    receiver: ['Mallory Fraud', 'Own account', '7583538850'],
  })
  expect(document.body.textContent).not.toContain('Best Electronics')
})

// shows D163
test('a server that does not say the holder is believed in the number alone', () => {
  const { Holder: _unsaid, ...told } = paid({ Method: 'own-account' })
  expect(sidesOf(told)).toEqual({
    sender: ['Own account', '4090272982'],
    receiver: ['Own account', '7583538850'],
  })
})

// shows D163
test('a name that somebody typed is not verified, and the sender is the account with its holder', () => {
  const sender = ['Everyday', 'Mallory Fraud', '4090272982']
  const typed = ['Best Electronics Ltd', '7583538850', 'Name not verified']
  for (const line of [
    { Method: 'bill', Purpose: 'others' },
    { Method: 'card' },
    { Method: 'crypto' },
    { Method: 'other-banks', Bank: 'Chase' },
  ]) {
    expect(sidesOf(paid(line))).toEqual({ sender, receiver: typed })
    cleanup()
  }
  const local = sidesOf(paid({ Method: 'local' }))
  expect(local).toEqual({ sender, receiver: typed.slice(0, 2) })
  cleanup()
  const known = sidesOf(paid({ Method: 'bill', Name: 'Netflix Inc', Accountnumber: '' }))
  expect(known.receiver).toEqual(['Netflix Inc'])
  cleanup()
  // The bank of a wire is typed as well.
  sidesOf(paid({ Method: 'wire', Bank: 'ING', Swift: 'INGBNL2A' }))
  expect(screen.getAllByText('Name not verified')).toHaveLength(2)
})
