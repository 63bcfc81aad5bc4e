import { expect, test } from 'vitest'
import { byLength } from '#testing/length.ts'
import { simulateBills } from '#testing/simulate-bills.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()

test('in hundreds of days with two workers, standstills and deaths each due date ends exactly once', async () => {
  const run = await simulateBills(db, { seed: 31, days: byLength(400, 150) })
  expect(run.misses).toEqual([])
  expect(run.actual).toBe(run.expected)
  expect(run.expected).toBeGreaterThan(byLength(120, 45))
  expect(run.kills).toBeGreaterThan(byLength(5, 2))
})
