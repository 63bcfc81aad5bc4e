import type { Account, PrintedLine } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Sheet } from './statement-sheet.tsx'

afterEach(cleanup)

const account = {
  Id: 'a',
  Number: '1000000008',
  Name: 'Ada Okafor',
  Type: 'savings',
  Currency: { Code: 'usd', Name: 'US Dollar', Symbol: '&#36;' },
} as Account

const line = (Id: string, change: Partial<PrintedLine>): PrintedLine => ({
  ...{ Id, Created: new Date('2024-03-02T09:00:00Z'), Day: '2024-03-02', Type: 'debit' },
  ...{ Amount: 2_50n, Balance: 7_50n, State: 'completed', Reference: Id },
  ...change,
})

function rowsOf(List: PrintedLine[]): (string | null)[][] {
  const sums = { Opening: 10_00n, Income: 0n, Expenses: 2_50n, Closing: 7_50n }
  render(
    <Sheet statement={{ Account: account, From: '2024-03-01', To: '2024-03-05', ...sums, List }} />,
  )
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
}

test('a statement opens, lists its lines with the balance after each, and closes', () => {
  const bought = { Name: 'Smith', Accountnumber: '100', Description: 'Shoes' }
  expect(rowsOf([line('r1', bought)])).toEqual([
    ['01 Mar 2024', 'Opening balance', '', '10.00'],
    ['02 Mar 2024', 'Smith 100 · Shoes · r1', '\u22122.50', '7.50'],
    ['05 Mar 2024', 'Closing balance', '', '7.50'],
  ])
})

test('an id is told by its last eight characters, a reference of its own as it is', () => {
  const id = '01a1e25c-8662-75d1-b0aa-272d1477c249'
  const [, byId, own] = rowsOf([
    line(id, { Name: 'Smith' }),
    line('r4', { Name: 'Smith', Reference: 'INV-2024/77-a-long-one' }),
  ])
  expect(byId?.[1]).toBe('Smith 1477c249')
  expect(own?.[1]).toBe('Smith INV-2024/77-a-long-one')
})

test('a line that moved nothing says so and has no balance; one without a name has its note', () => {
  const waiting = { Type: 'credit', Amount: 5_00n, State: 'pending', Description: 'Gift' }
  const [, row] = rowsOf([line('r2', waiting)])
  expect(row).toEqual(['02 Mar 2024', 'Gift PendingGift · r2', '+5.00', ''])
})
