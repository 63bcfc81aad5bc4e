import type { Account, Transaction } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type InitUser, initUserQuery } from './init-user.ts'
import { keys } from './keys.ts'
import { hearOtherTabs, moneyMoved } from './money-moved.ts'
import { makeQueryClient } from './query-client.ts'

const account = (Id: string, CurrentBalance: bigint) =>
  ({ Id, Number: `10${Id}`, CurrentBalance }) as Account
const line = (Id: string) => ({ Id }) as Transaction
const moved = { account: account('a', 70n), transaction: line('new') }
const ids = (lines: readonly Transaction[] = []) => lines.map(({ Id }) => Id)

function filled() {
  const client = makeQueryClient()
  const lines = Array.from({ length: 10 }, (_, at) => line(`t${at}`))
  const page = { List: lines, Meta: { PageSize: 1, Total: 10, PerPage: 10 } }
  client.setQueryData(keys.transactionsPage('a', 1, {}), page)
  client.setQueryData(keys.transactionsPage('a', 2, {}), page)
  client.setQueryData(keys.transactionsPage('a', 1, { start_date: '2024-01-01' }), page)
  client.setQueryData(keys.transactionsPage('b', 1, {}), page)
  client.setQueryData(keys.transactionsPage('c', 1, {}), page)
  for (const key of [
    [...keys.overviewsOf('a'), {}],
    [...keys.overviewsOf('b'), {}],
    [...keys.overviewsOf('c'), {}],
  ]) {
    client.setQueryData(key, {})
  }
  for (const key of [[...keys.notifications, 1], keys.bills, keys.loans, keys.beneficiaries]) {
    client.setQueryData(key, {})
  }
  const entry = { transactions: lines.slice(0, 5), income: 0n, expenses: 0n }
  client.setQueryData(initUserQuery.queryKey, {
    user: { Accounts: [account('a', 100n), account('b', 5n), account('c', 0n)] },
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
  const first = client.getQueryData<Held>(keys.transactionsPage('a', 1, {}))
  expect(ids(first?.List)).toEqual(['new', ...Array.from({ length: 9 }, (_, at) => `t${at}`)])
  expect(first?.Meta).toMatchObject({ Total: 11, PageSize: 2 })
})

test('a line that is there already is there once', () => {
  const client = filled()
  moneyMoved(client, moved)
  moneyMoved(client, moved)
  const first = client.getQueryData<Held>(keys.transactionsPage('a', 1, {}))
  expect(ids(first?.List).filter((Id) => Id === 'new')).toHaveLength(1)
  expect(first?.Meta.Total).toBe(11)
})

test('a line that is known stays where it is, as when it is called back', () => {
  const client = filled()
  moneyMoved(client, { ...moved, transaction: { ...line('t3'), State: 'failed' } })
  const first = client.getQueryData<Held>(keys.transactionsPage('a', 1, {}))
  expect(ids(first?.List)).toEqual(Array.from({ length: 10 }, (_, at) => `t${at}`))
  expect(first?.List[3]?.State).toBe('failed')
  expect(first?.Meta.Total).toBe(10)
})

const isAskedAgain = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryState(key)?.isInvalidated

test('other pages and other dates keep their lines and are asked for again', () => {
  const client = filled()
  moneyMoved(client, moved)
  for (const key of [
    keys.transactionsPage('a', 2, {}),
    keys.transactionsPage('a', 1, { start_date: '2024-01-01' }),
  ]) {
    expect(ids(client.getQueryData<Held>(key)?.List)[0]).toBe('t0')
    expect(isAskedAgain(client, key)).toBe(true)
  }
  expect(isAskedAgain(client, [...keys.overviewsOf('a'), {}])).toBe(true)
})

test('what the customer has, and was told, is asked for again; what did not move is not', () => {
  const client = filled()
  moneyMoved(client, moved)
  for (const key of [keys.initUser, [...keys.notifications, 1]]) {
    expect(isAskedAgain(client, key), key.join()).toBe(true)
  }
  const others = [keys.transactionsPage('b', 1, {}), [...keys.overviewsOf('b'), {}]]
  for (const key of [...others, keys.bills, keys.loans, keys.beneficiaries]) {
    expect(isAskedAgain(client, key), key.join()).toBe(false)
  }
})

test.each([
  ['named by the order', { receiverId: 'b' }],
  ['known by its number only', { transaction: { ...line('new'), Accountnumber: '10b' } }],
])('an own account that the money went to, %s, is asked for again too', (_, named) => {
  const client = filled()
  moneyMoved(client, { ...moved, ...named })
  expect(isAskedAgain(client, keys.transactionsPage('b', 1, {}))).toBe(true)
  expect(isAskedAgain(client, [...keys.overviewsOf('b'), {}])).toBe(true)
  expect(isAskedAgain(client, keys.transactionsPage('c', 1, {}))).toBe(false)
})

test('another tab asks for the same accounts again, as long as it listens', async () => {
  const [client, gone] = [filled(), filled()]
  const stop = hearOtherTabs(client)
  hearOtherTabs(gone)()
  const other = new BroadcastChannel('money-moved')
  other.postMessage(['b'])
  const asked = () => isAskedAgain(client, keys.transactionsPage('b', 1, {}))
  await expect.poll(asked).toBe(true)
  expect(isAskedAgain(client, keys.initUser)).toBe(true)
  expect(isAskedAgain(client, keys.transactionsPage('c', 1, {}))).toBe(false)
  expect(isAskedAgain(gone, keys.initUser)).toBe(false)
  stop()
  other.close()
})

// shows §4.33
test('the account has its new balance wherever it is held, and its newest five lines', () => {
  const client = filled()
  moneyMoved(client, moved)
  const held = client.getQueryData(initUserQuery.queryKey)
  expect(held?.user.Accounts?.map((one) => one.CurrentBalance)).toEqual([70n, 5n, 0n])
  expect(held?.accounts?.map((one) => one.account.CurrentBalance)).toEqual([70n, 5n])
  expect(ids(held?.accounts?.[0]?.transactions)).toEqual(['new', 't0', 't1', 't2', 't3'])
  expect(ids(held?.accounts?.[1]?.transactions)).toEqual(['t0', 't1', 't2', 't3', 't4'])
})
