import { currencyCodes } from '@passbook/contract'
import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { audit } from './audit.ts'
import { chart, houseBalances, type InternalName, internalAccount } from './chart.ts'
import { move, openAccount } from './ledger.ts'
import { houseCount, houseOf, sliceOf } from './slice.ts'

const db = await testDb()
const { sql } = db
const moment = { at: new Date('2024-03-05T12:00:00Z'), day: '2024-03-05' }

const account = async () =>
  (await openAccount(sql, { ownerId: 1n, currency: 'usd', at: moment.at })).id

test('the migrations made the whole chart, with its sub-accounts', async () => {
  const names = Object.keys(chart) as InternalName[]
  for (const name of names) {
    for (const currency of currencyCodes) {
      const ids = new Set<bigint>()
      for (let n = 0n; n < 40n; n += 1n) ids.add(await internalAccount(sql, name, currency, n))
      expect(ids.size).toBe(houseCount)
      const stored = await sql`
        select id from ledger_accounts where currency = ${currency} and owner_id is null
          and id = any(${[...ids]}) and code like ${`${name}:${currency}:%`}`
      expect(stored).toHaveLength(houseCount)
    }
  }
})

test('SQL and TypeScript put an account into the same slice and beside the same sub-account', async () => {
  // Every slice, both ends of a bigint, and steps that meet every bit above.
  const some = Array.from({ length: 4096 }, (_, n) => BigInt(n) * 1_099_511_627_777n)
  const near = Array.from({ length: 4200 }, (_, n) => BigInt(n))
  const ends = [2n ** 63n - 1n, -(2n ** 63n), -1n, 2n ** 53n + 1n]
  const ids = [...some, ...near, ...ends]
  const told = await sql<{ slice: number; code: string }>`
    select ledger_slice(id) as slice, ledger_house('fx', 'usd', id) as code
    from unnest(${ids}::int8[]) with ordinality u(id, n) order by n`
  expect(told).toEqual(
    ids.map((id) => ({
      slice: sliceOf(id),
      code: `fx:usd:${String(houseOf(id)).padStart(2, '0')}`,
    })),
  )
  expect(new Set(told.map(({ slice }) => slice)).size).toBe(4096)
})

test('the sums take in every sub-account and the one account of before', async () => {
  const [former] = await sql<{ id: bigint }>`
    select id from ledger_accounts where code = 'cash:usd'`
  const [one, other] = [await account(), await account()]
  expect(houseOf(one)).not.toBe(houseOf(other))
  const pay = (from: bigint, to: bigint, amountMinor: bigint) =>
    move(sql, { ...moment, kind: 'in', from, to, amountMinor, toLine: {} })
  await pay(former?.id ?? 0n, one, 5n)
  await pay(await internalAccount(sql, 'cash', 'usd', one), one, 7n)
  await pay(await internalAccount(sql, 'cash', 'usd', other), other, 11n)
  const house = await houseBalances(sql)
  expect(house).toContainEqual({ name: 'cash', currency: 'usd', balanceMinor: -23n })
  expect(house).toHaveLength(Object.keys(chart).length * currencyCodes.length)
  expect(await audit(db)).toEqual([])
})

test('a receivable of a loan is no part of the sums', async () => {
  await openAccount(sql, { code: 'loan:one', currency: 'usd', at: moment.at })
  expect((await houseBalances(sql)).map(({ name }) => name)).not.toContain('loan')
})
