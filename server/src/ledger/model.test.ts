import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byLength } from '#testing/length.ts'
import { payModelInterest } from '#testing/pay-model-interest.ts'
import { testDb } from '#testing/test-db.ts'
import { audit, auditOpen, inSnapshot } from './audit.ts'
import { ops } from './model-ops.ts'
import { play } from './model-run.ts'
import { sealDays } from './seals.ts'

const db = await testDb()
const runs = Number(process.env.MODEL_RUNS ?? byLength(300, 80))

test('random histories agree with plain arithmetic', { timeout: 600_000 }, async () => {
  for (const part of [runs / 2, runs / 2]) {
    await fc.assert(
      fc.asyncProperty(ops(14), (orders) => play(db, orders, payModelInterest)),
      { numRuns: part, ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }) },
    )
    expect(await inSnapshot(db, auditOpen)).toEqual([])
    const sealed = await sealDays(db, {
      now: new Date('2100-01-01'),
      zone: 'UTC',
      lock: 1n,
      seen: 2n ** 62n,
    })
    expect(sealed).toBeGreaterThan(0)
  }
  expect(await inSnapshot(db, auditOpen)).toEqual([])
  expect(await audit(db)).toEqual([])
})
