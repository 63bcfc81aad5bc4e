import type { Account, Transaction } from '@passbook/contract'
import { expect, test } from 'vitest'
import { type InitUser, initUserQuery, makeQueryClient, moneyMoved } from './queries.ts'

const account = (Id: string, CurrentBalance: bigint) => ({ Id, CurrentBalance }) as Account
const line = (Id: string) => ({ Id }) as Transaction
const moved = { account: account('a', 70n), transaction: line('new') }
const ids = (lines: readonly Transaction[] = []) => lines.map(({ Id }) => Id)

function filled() {
  const client = makeQueryClient()
  const lines = Array.from({ length: 10 }, (_, at) => line(`t${at}`))
  const page = { List: lines, Meta: { PageSize: 1, Total: 10, PerPage: 10 } }
  client.setQueryData(['transactions', 'a', 1, {}], page)
  client.setQueryData(['transactions', 'a', 2, {}], page)
  client.setQueryData(['transactions', 'a', 1, { start_date: '2024-01-01' }], page)
  client.setQueryData(['transactions', 'b', 1, {}], page)
  client.setQueryData(['overview', 'a', {}], {})
  const entry = { transactions: lines.slice(0, 5), income: 0n, expenses: 0n }
  client.setQueryData(initUserQuery.queryKey, {
    user: { Accounts: [account('a', 100n), account('b', 5n)] },
    accounts: [
      { account: account('a', 100n), ...entry },
      { account: account('b', 5n), ...entry },
    ],
  } as InitUser)
  return client
}
type Held = { List: Transaction[]; Meta: { PageSize: number; Total: number } }

// shows §3.37 §4.32
test('the line is on top of the first page, and the pages are counted anew', () => {
  const client = filled()
  moneyMoved(client, moved)
  const first = client.getQueryData<Held>(['transactions', 'a', 1, {}])
  expect(ids(first?.List)).toEqual(['new', ...Array.from({ length: 9 }, (_, at) => `t${at}`)])
  expect(first?.Meta).toMatchObject({ Total: 11, PageSize: 2 })
})

test('a line that is there already is there once', () => {
  const client = filled()
  moneyMoved(client, moved)
  moneyMoved(client, moved)
  const first = client.getQueryData<Held>(['transactions', 'a', 1, {}])
  expect(ids(first?.List).filter((Id) => Id === 'new')).toHaveLength(1)
  expect(first?.Meta.Total).toBe(11)
})

test('other pages, other dates and other accounts keep their lines and are asked for again', () => {
  const client = filled()
  moneyMoved(client, moved)
  for (const key of [
    ['transactions', 'a', 2, {}],
    ['transactions', 'a', 1, { start_date: '2024-01-01' }],
    ['transactions', 'b', 1, {}],
  ]) {
    expect(ids(client.getQueryData<Held>(key)?.List)[0]).toBe('t0')
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  }
  expect(client.getQueryState(['overview', 'a', {}])?.isInvalidated).toBe(true)
})

// shows §4.33
test('the account has its new balance wherever it is held, and its newest five lines', () => {
  const client = filled()
  moneyMoved(client, moved)
  const held = client.getQueryData(initUserQuery.queryKey)
  expect(held?.user.Accounts?.map((one) => one.CurrentBalance)).toEqual([70n, 5n])
  expect(held?.accounts?.map((one) => one.account.CurrentBalance)).toEqual([70n, 5n])
  expect(ids(held?.accounts?.[0]?.transactions)).toEqual(['new', 't0', 't1', 't2', 't3'])
  expect(ids(held?.accounts?.[1]?.transactions)).toEqual(['t0', 't1', 't2', 't3', 't4'])
})
