import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { audit } from './audit.ts'
import { ops, play } from './model-run.ts'

const db = await testDb()
const runs = Number(process.env.MODEL_RUNS ?? 1_000)

test('a thousand random histories agree with plain arithmetic', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(ops(14), (orders) => play(db, orders)),
    { numRuns: runs, ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }) },
  )
  expect(await audit(db)).toEqual([])
})
