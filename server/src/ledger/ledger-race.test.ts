import { expect, test } from 'vitest'
import type { Failure } from '#kernel/failure.ts'
import { testDb } from '#testing/test-db.ts'
import { audit } from './audit.ts'
import { internalAccount } from './chart.ts'
import { balance, move, openAccount } from './ledger.ts'
import { readPage } from './statement-lines.ts'

const db = await testDb()
const at = new Date('2024-03-05T12:00:00Z')
const day = '2024-03-05'
let owners = 0n

async function holder(amountMinor: bigint) {
  owners += 1n
  const { id } = await openAccount(db.sql, { ownerId: owners, currency: 'usd', at })
  const from = await internalAccount(db.sql, 'equity', 'usd', 0n)
  if (amountMinor > 0n) {
    await move(db.sql, { kind: 'fund', from, to: id, amountMinor, toLine: {}, at, day })
  }
  return id
}

function pay(from: bigint, to: bigint, amountMinor: bigint, onceKey: string) {
  const once = { ownerId: 1n, onceKey, fingerprint: `${from}>${to}:${amountMinor}` }
  return move(db.sql, {
    ...{ once, kind: 'transfer.local', from, to, amountMinor, fromLine: {}, toLine: {}, at, day },
  })
}

async function outcomes(orders: Promise<unknown>[]) {
  const results = await Promise.allSettled(orders)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return { done: results.length - refused.length, refused }
}

test('of 100 payments of 10 at once from 100 exactly ten succeed', async () => {
  const [ada, bob] = [await holder(100n), await holder(0n)]
  const { done, refused } = await outcomes(
    Array.from({ length: 100 }, (_, n) => pay(ada, bob, 10n, `burst ${n}`)),
  )
  expect(done).toBe(10)
  expect(refused.every((error) => (error as Failure).code === 'insufficient_funds')).toBe(true)
  expect((await balance(db.sql, { accountId: ada })).balanceMinor).toBe(0n)
  expect((await balance(db.sql, { accountId: bob })).balanceMinor).toBe(100n)
})

test('50 sendings of one order at once have one effect and one answer', async () => {
  const [ada, bob] = [await holder(100n), await holder(0n)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => pay(ada, bob, 10n, 'the same key')),
  )
  expect(new Set(answers.map(({ lines }) => lines[0]?.id)).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect((await readPage(db.sql, { accountId: bob, page: 1, perPage: 5 })).total).toBe(1)
})

test('50 different orders with one key at once have one effect', async () => {
  const [ada, bob] = [await holder(10_000n), await holder(0n)]
  const { done, refused } = await outcomes(
    Array.from({ length: 50 }, (_, n) => pay(ada, bob, BigInt(n + 1), 'fought over')),
  )
  expect(done).toBe(1)
  expect(refused.every((error) => (error as Failure).code === 'key_reused')).toBe(true)
})

test('crossing payments never surface a deadlock', async () => {
  const accounts = [await holder(1_000n), await holder(1_000n), await holder(1_000n)]
  const orders = Array.from({ length: 300 }, (_, n) => {
    const from = accounts[n % 3] ?? 0n
    const to = accounts[(n + 1 + (n % 2)) % 3] ?? 0n
    return pay(from, to, 1n, `cross ${n}`)
  })
  const { refused } = await outcomes(orders)
  expect(refused).toEqual([])
})

test('the books are sound after all of this', async () => {
  expect(await audit(db)).toEqual([])
})
