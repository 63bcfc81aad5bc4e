import { check, type insights, type Output, searchTransactions } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { PayeeTable } from './payee-table.tsx'

afterEach(cleanup)

test('the longest name leads to a search that the bank takes', () => {
  const Name = 'The Worshipful Society of Quite Long Names '.repeat(3).slice(0, 120)
  const Payees = [{ Name, Category: 'food', Amount: 5_00n, Average: 0n, Count: 1 }]
  const data = { Payees, Months: [] as object[], Currency: { Code: 'usd' } }
  render(<PayeeTable data={data as Output<typeof insights>} />, { wrapper: MemoryRouter })
  const { search } = new URL(screen.getByRole<HTMLAnchorElement>('link').href)
  const text = new URLSearchParams(search).get('q') ?? ''
  expect(text).toMatch(/^The Worshipful Society/)
  expect(check(searchTransactions.request, { text }).ok).toBe(true)
})
