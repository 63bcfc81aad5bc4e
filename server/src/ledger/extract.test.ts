import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { internalAccount } from './chart.ts'
import { type Extract, effectOf, readExtract, takeExtract } from './extract.ts'
import { balance, fail, move, openAccount, pend, settle } from './ledger.ts'

const db = await testDb()
const at = new Date('2024-03-05T12:00:00Z')
const vault = await internalAccount(db.sql, 'equity', 'usd', 0n)

const account = async () => (await openAccount(db.sql, { ownerId: 1n, currency: 'usd', at })).id

const receive = (to: bigint, amountMinor: bigint, day: string) =>
  move(db.sql, { kind: 'in', from: vault, to, amountMinor, toLine: {}, at, day })

async function announce(accountId: bigint, amountMinor: bigint, day: string) {
  const { lines } = await pend(db.sql, { accountId, type: 'debit', amountMinor, line: {}, at, day })
  return lines[0]?.id ?? ''
}

const pay = (transactionId: string, day: string) =>
  settle(db.sql, { transactionId, counter: vault, kind: 'out', at, day })

async function read(extract: Extract) {
  const lines = (await Array.fromAsync(readExtract({ db }, extract))).flat()
  const sumMinor = lines.reduce((sofar, line) => sofar + effectOf(line), extract.openingMinor)
  return { states: lines.map(({ state }) => state), sumMinor, lines }
}

test('an extract of some days opens with what was completed before them', async () => {
  const id = await account()
  for (const day of ['2024-03-01', '2024-03-02', '2024-03-04']) await receive(id, 100n, day)
  const held = await announce(id, 30n, '2024-03-02')
  const range = { accountId: id, from: '2024-03-03', to: '2024-03-31' }
  expect(await takeExtract(db, range)).toMatchObject({ openingMinor: 200n, closingMinor: 300n })
  // A line counts on its own day, whenever it is settled.
  await pay(held, '2024-03-05')
  const extract = await takeExtract(db, range)
  expect(extract).toMatchObject({ openingMinor: 200n, closingMinor: 270n, debitMinor: 30n })
  expect((await read(extract)).states).toEqual(['completed', 'completed'])
  const before = await takeExtract(db, { accountId: id, from: '2024-01-01', to: '2024-01-31' })
  expect(before).toMatchObject({ openingMinor: 0n, closingMinor: 0n, firstLine: 1n, lastLine: 0n })
  const after = await takeExtract(db, { accountId: id, from: '2025-01-01', to: '2025-01-31' })
  expect(after).toMatchObject({ openingMinor: 270n, closingMinor: 270n })
  expect(await read(after)).toMatchObject({ lines: [], sumMinor: 270n })
})

test('what happens after an extract was taken does not show in it', async () => {
  const id = await account()
  await receive(id, 1000n, '2024-03-01')
  const [settled, failed, earlier] = [
    await announce(id, 100n, '2024-03-01'),
    await announce(id, 50n, '2024-03-01'),
    await announce(id, 7n, '2024-03-01'),
  ]
  await pay(earlier ?? '', '2024-03-02')
  const extract = await takeExtract(db, { accountId: id })
  await pay(settled ?? '', '2024-03-02')
  await fail(db.sql, { transactionId: failed ?? '', reason: 'refused', at })
  await receive(id, 5n, '2024-03-02')
  const { states, sumMinor } = await read(extract)
  expect(states).toEqual(['completed', 'pending', 'failed', 'completed'])
  expect(sumMinor).toBe(993n)
  expect(extract).toMatchObject({ closingMinor: 993n, availableMinor: 843n })
})

test('lines that do not add up to the sums end the reading', async () => {
  const id = await account()
  await receive(id, 10n, '2024-03-01')
  const extract = await takeExtract(db, { accountId: id })
  await expect(read({ ...extract, closingMinor: 11n })).rejects.toThrow('must add up')
  await expect(read({ ...extract, lastLine: 2n })).rejects.toThrow('must add up')
})

test('while money moves every extract adds up to a balance that there was', async () => {
  const id = await account()
  await receive(id, 1_000_000n, '2024-03-01')
  let busy = true
  const seen = new Set<bigint>([1_000_000n])
  async function writer(day: string) {
    while (busy) {
      const one = await announce(id, 3n, day)
      await receive(id, 1n, day)
      await pay(one, day)
    }
  }
  const writers = Array.from({ length: 4 }, () => writer('2024-03-02'))
  for (let n = 0; n < 25; n += 1) {
    const extract = await takeExtract(db, { accountId: id })
    const { sumMinor } = await read(extract)
    expect(sumMinor).toBe(extract.closingMinor)
    seen.add(extract.closingMinor)
  }
  busy = false
  await Promise.all(writers)
  expect(seen.size).toBeGreaterThan(5)
  const last = await takeExtract(db, { accountId: id })
  expect(last.closingMinor).toBe((await balance(db.sql, { accountId: id })).balanceMinor)
})
