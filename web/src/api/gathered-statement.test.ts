import type { Account, Transaction } from '@passbook/contract'
import { expect, test } from 'vitest'
import { csvOf, statementOf } from './gathered-statement.ts'

const account = {
  Id: 'a',
  Number: '1000000007',
  CurrentBalance: 10_000n,
  Currency: { Code: 'usd' },
} as Account
const line = (Id: string, day: string, change: Partial<Transaction>): Transaction => ({
  Id,
  Created: new Date(`${day}T12:00:00Z`),
  Amount: 100n,
  Type: 'debit',
  State: 'completed',
  ...change,
})
const newestFirst = [
  line('5', '2024-03-05', { Amount: 300n }),
  line('4', '2024-03-04', { Amount: 999n, State: 'pending' }),
  line('3', '2024-03-03', { Amount: 200n, Type: 'credit', Name: '=1+1', Description: 'a;=b\nc' }),
  line('2', '2024-03-02', { Amount: 50n, Name: 'Bob "B" Stone' }),
  line('1', '2024-03-01', { Amount: 10_150n, Type: 'loan' }),
]
const today = '2024-03-06'

// shows D133
test('a whole list is reckoned back from what the account holds', () => {
  const all = statementOf(account, newestFirst, { today })
  expect(all).toMatchObject({
    From: '2024-03-01',
    To: today,
    Opening: 0n,
    Closing: 10_000n,
    Income: 10_350n,
    Expenses: 350n,
  })
  expect(all.List.map(({ Id, Balance }) => [Id, Balance])).toEqual([
    ['1', 10_150n],
    ['2', 10_100n],
    ['3', 10_300n],
    ['4', 10_300n],
    ['5', 10_000n],
  ])
})

// shows D133
test('some days open and close with what the account held then', () => {
  const days = { start_date: '2024-03-02', end_date: '2024-03-04', today }
  const some = statementOf(account, newestFirst, days)
  expect(some).toMatchObject({ Opening: 10_150n, Closing: 10_300n, Income: 200n, Expenses: 50n })
  expect(some.List.map(({ Id }) => Id)).toEqual(['2', '3', '4'])
})

// shows D35 D133
test('the file has every line and no formula', async () => {
  const { name, blob } = csvOf(statementOf(account, newestFirst, { today }))
  expect(name).toBe('statement-1000000007-2024-03-01-2024-03-06.csv')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toBe(
    'Date,Type,Amount,Balance after,Counterparty,Account number,Reference,Description,State,Currency,Own account',
  )
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(rows).toEqual(
    [
      '2024-03-01,opening,,0.00,,,,,',
      '2024-03-01,loan,101.50,101.50,,,1,,completed',
      '2024-03-02,debit,-0.50,101.00,"Bob ""B"" Stone",,2,,completed',
      "2024-03-03,credit,2.00,103.00,'=1+1,,3,a;'=b c,completed",
      '2024-03-04,debit,-9.99,103.00,,,4,,pending',
      '2024-03-05,debit,-3.00,100.00,,,5,,completed',
      '2024-03-06,closing,,100.00,,,,,',
    ].map((row) => `${row},USD,1000000007`),
  )
})
