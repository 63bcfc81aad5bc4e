import { expect, test } from 'vitest'
import { simulateOrders } from '#testing/simulate-orders.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()

test('in 150 days with two workers, standstills and deaths each due date ends exactly once', async () => {
  const run = await simulateOrders(db, { seed: 29, days: 150 })
  expect(run.misses).toEqual([])
  expect(run.actual).toBe(run.expected)
  expect(run.expected).toBeGreaterThan(50)
  expect(run.kills).toBeGreaterThan(2)
})
