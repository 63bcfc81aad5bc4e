import type { BillerEntry, Loan, Transaction } from '@passbook/contract'
import { expect, test } from 'vitest'
import { type Due, dueBills, dueInstalments, duePending, nextDue } from './due.ts'

const bill = (change: Partial<BillerEntry>): BillerEntry => ({
  Id: 'b1',
  Name: 'Netflix Inc',
  Date: '2026-12-03',
  Type: 'recurring',
  Amount: 15_49n,
  Account: { Number: '1', Currency: { Code: 'eur' } },
  State: 'active',
  ...change,
})

test('a bill that goes on is due on its next date, every month', () => {
  expect(dueBills([bill({})])).toMatchObject([
    { name: 'Netflix Inc', note: '03 Dec 2026 · every month', minor: 15_49n, symbol: '€' },
  ])
  expect(dueBills([bill({ Type: 'one time' })])[0]?.note).toBe('03 Dec 2026')
})

test('what is over, and what a server tells no amount of, is not due', () => {
  const { Amount: _, ...bare } = bill({})
  expect(dueBills([bill({ State: 'paid' }), bare, bill({ Date: null })])).toEqual([])
})

test('of a loan the next instalment is due, with its number', () => {
  const month = { Date: '', Principal: 1n, Interest: 0n }
  const loan: Loan = {
    Id: 'l1',
    Account: { Name: '', Number: '', Currency: { Code: 'usd' } },
    State: 'active',
    Principal: 3n,
    Outstanding: 2n,
    Interest: 0n,
    RatePercent: '12',
    Months: 3,
    Created: new Date(0),
    NextDue: { Date: '2026-11-28', Amount: 168_36n },
    Schedule: [
      { ...month, Paid: true },
      { ...month, Paid: false },
      { ...month, Paid: false },
    ],
  }
  expect(dueInstalments([loan, { ...loan, NextDue: null }])).toMatchObject([
    { note: '28 Nov 2026 · repayment 2 of 3', minor: 168_36n, symbol: '$' },
  ])
})

test('only payments that wait are due, not what comes in or has failed', () => {
  const line = (change: Partial<Transaction>): Transaction => ({
    Id: 't1',
    Created: new Date('2026-11-15T10:00:00Z'),
    Amount: 40_00n,
    Type: 'debit',
    State: 'pending',
    Name: 'Emeka',
    ...change,
  })
  const lines = [line({}), line({ Type: 'credit' }), line({ State: 'failed' })]
  expect(duePending(lines)).toMatchObject([{ name: 'Emeka', note: '15 Nov 2026 · pending' }])
})

const due = (key: string, day: string): Due => ({
  key,
  day,
  name: key,
  note: '',
  minor: 1n,
  symbol: '$',
  more: { to: '/' },
})
const keysOf = (list: Due[]) => list.map(({ key }) => key)

test('three rows by their dates, of which what waits takes one', () => {
  const waiting = [due('w1', '2026-11-15'), due('w2', '2026-11-14')]
  const dated = [due('d3', '2026-12-30'), due('d1', '2026-12-01'), due('d2', '2026-12-02')]
  expect(keysOf(nextDue(waiting, dated))).toEqual(['w2', 'd1', 'd2'])
  expect(keysOf(nextDue(waiting, dated.slice(0, 1)))).toEqual(['w2', 'w1', 'd3'])
  expect(keysOf(nextDue([], dated))).toEqual(['d1', 'd2', 'd3'])
})
