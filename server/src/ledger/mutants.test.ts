import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { payModelInterest } from '#testing/pay-model-interest.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import { ops } from './model-ops.ts'
import { play } from './model-run.ts'
import { mutants, plant } from './mutants.ts'

const postgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres())

describe.each(mutants)('$name', (mutant) => {
  const reason = mutant.needsPostgres && !postgres ? ' (skipped: no PostgreSQL is installed)' : ''
  test.skipIf(reason)(`is caught${reason}`, { timeout: 600_000 }, async () => {
    const { db, drop } = await makeDb({
      schema: plant(mutant),
      ...(mutant.needsPostgres && { database: 'postgres' }),
    })
    try {
      const result = await fc.check(
        fc.asyncProperty(ops(30), (orders) => play(db, orders, payModelInterest)),
        { numRuns: 1_000, endOnFailure: true },
      )
      expect(result.failed).toBe(true)
    } finally {
      await drop()
    }
  })
})

test('a mutant that changes nothing is an error', () => {
  const edit = (file: string, from: string) => ({
    name: 'idle',
    edits: [{ in: file, from, to: '' }],
  })
  expect(() => plant(edit('ledger_apply', 'not in the source'))).toThrow('Nothing to replace')
  expect(() => plant(edit('ledger_never', ''))).toThrow('Nothing to replace in ledger_never')
})
