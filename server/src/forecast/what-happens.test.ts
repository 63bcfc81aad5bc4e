import { expect, test } from 'vitest'
import { byLength } from '#testing/length.ts'
import { simulateForecast } from '#testing/simulate-forecast.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()

// The short version of `npm run experiment -- forecast`.
test('what is foretold is what happens, to the cent, on every day of every account', async () => {
  const run = await simulateForecast(db, { seed: 7, days: 40, customers: byLength(25, 8) })
  expect(run.misses).toEqual([])
  expect(run.moved).toBeGreaterThan(20)
  expect(run.paid).toBeGreaterThan(20)
})
