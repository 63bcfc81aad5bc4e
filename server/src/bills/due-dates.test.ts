import { expect, test } from 'vitest'
import { simulateBills } from '#testing/simulate-bills.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()

test('in 400 days with two workers, standstills and deaths each due date ends exactly once', async () => {
  const run = await simulateBills(db, { seed: 31, days: 400 })
  expect(run.misses).toEqual([])
  expect(run.actual).toBe(run.expected)
  expect(run.expected).toBeGreaterThan(120)
  expect(run.kills).toBeGreaterThan(5)
}, 120_000)
