import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { internalAccount } from './chart.ts'
import { fail, move, openAccount, pend, settle } from './ledger.ts'
import { byId, readPage, sumsOf } from './statement-lines.ts'

const { sql } = await testDb()
const at = new Date('2024-03-05T12:00:00Z')
const vault = await internalAccount(sql, 'equity', 'usd', 0n)

async function account() {
  return (await openAccount(sql, { ownerId: 1n, currency: 'usd', at })).id
}

function receive(to: bigint, amountMinor: bigint, day: string) {
  return move(sql, { kind: 'in', from: vault, to, amountMinor, toLine: {}, at, day })
}

function pay(from: bigint, amountMinor: bigint, day: string, ownAccount = false) {
  return move(sql, {
    ...{ kind: 'out', from, to: vault, amountMinor, fromLine: { ownAccount }, at, day },
  })
}

test('pages are newest first and know the total', async () => {
  const id = await account()
  for (let n = 1n; n <= 23n; n += 1n) await receive(id, n, '2024-03-05')
  const first = await readPage(sql, { accountId: id, page: 1, perPage: 10 })
  expect(first.lines.map(({ amountMinor }) => amountMinor)).toEqual([
    ...[23n, 22n, 21n, 20n, 19n, 18n, 17n, 16n, 15n, 14n],
  ])
  expect([first.total, first.pages]).toEqual([23, 3])
  const last = await readPage(sql, { accountId: id, page: 3, perPage: 10 })
  expect(last.lines.map(({ line }) => line)).toEqual([3n, 2n, 1n])
  const beyond = await readPage(sql, { accountId: id, page: 4, perPage: 10 })
  expect(beyond).toMatchObject({ lines: [], total: 23 })
})

test('an account without lines has an empty page', async () => {
  const empty = { lines: [], total: 0, pages: 0 }
  const accountId = await account()
  expect(await readPage(sql, { accountId, page: 1, perPage: 10 })).toEqual(empty)
  const range = { from: '2024-01-01', to: '2024-12-31' }
  expect(await readPage(sql, { accountId, page: 1, perPage: 10, ...range })).toEqual(empty)
  const none = { incomeMinor: 0n, expenseMinor: 0n, spendMinor: 0n }
  expect(await sumsOf(sql, { accountId })).toEqual(none)
})

test('a range of dates is inclusive on both sides, whether or not its days have lines', async () => {
  const id = await account()
  const days = ['2024-02-28', '2024-02-29', '2024-02-29', '2024-03-02', '2024-03-05']
  for (const day of days) await receive(id, 1n, day)
  const found = async (from: string, to: string) => {
    const { total, lines } = await readPage(sql, {
      ...{ accountId: id, page: 1, perPage: 10, from, to },
    })
    expect(lines).toHaveLength(total)
    return lines.map(({ day }) => day)
  }
  expect(await found('2024-02-29', '2024-03-02')).toEqual([
    '2024-03-02',
    '2024-02-29',
    '2024-02-29',
  ])
  expect(await found('2024-03-01', '2024-03-01')).toEqual([])
  expect(await found('2024-03-01', '2024-03-04')).toEqual(['2024-03-02'])
  expect(await found('2023-01-01', '2024-02-27')).toEqual([])
  expect(await found('2024-03-06', '2025-01-01')).toEqual([])
  expect(await found('2024-03-05', '2024-02-28')).toEqual([])
  expect(await found('2023-01-01', '2025-01-01')).toHaveLength(5)
})

test('a clock that is set back never moves a line before an older one', async () => {
  const id = await account()
  await receive(id, 1n, '2024-03-05')
  await receive(id, 1n, '2024-03-01')
  const { lines } = await readPage(sql, { accountId: id, page: 1, perPage: 10 })
  expect(lines.map(({ day }) => day)).toEqual(['2024-03-05', '2024-03-05'])
})

test('totals count completed lines only, on the line’s own day', async () => {
  const id = await account()
  await receive(id, 100n, '2024-03-01')
  await pay(id, 10n, '2024-03-02')
  await pay(id, 20n, '2024-03-02', true)
  const pending = async (amountMinor: bigint) => {
    const { lines } = await pend(sql, {
      ...{ accountId: id, type: 'debit', amountMinor, line: {}, at, day: '2024-03-03' },
    })
    return lines[0]?.id ?? ''
  }
  const [settled, failed] = [await pending(5n), await pending(6n)]
  const sums = () => sumsOf(sql, { accountId: id })
  expect(await sums()).toEqual({ incomeMinor: 100n, expenseMinor: 30n, spendMinor: 10n })
  await settle(sql, { transactionId: settled, counter: vault, kind: 'out', at, day: '2024-03-09' })
  await fail(sql, { transactionId: failed, reason: 'no', at })
  expect(await sums()).toEqual({ incomeMinor: 100n, expenseMinor: 35n, spendMinor: 15n })
  const third = { accountId: id, from: '2024-03-03', to: '2024-03-03' }
  expect(await sumsOf(sql, third)).toEqual({ incomeMinor: 0n, expenseMinor: 5n, spendMinor: 5n })
  const second = { accountId: id, from: '2024-03-02', to: '2024-03-02' }
  expect(await sumsOf(sql, second)).toEqual({ incomeMinor: 0n, expenseMinor: 30n, spendMinor: 10n })
})

test('an id that is none finds nothing', async () => {
  expect(await byId(sql, "x' or true")).toBeNull()
  expect(await byId(sql, '6f1f4a4e-0000-4000-8000-000000000001')).toBeNull()
})
