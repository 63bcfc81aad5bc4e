import fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import { ops, play } from './model-run.ts'
import { mutants, plant } from './mutants.ts'

const postgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres())

describe.each(mutants)('$name', (mutant) => {
  const reason = mutant.needsPostgres && !postgres ? ' (skipped: no PostgreSQL is installed)' : ''
  test.skipIf(reason)(`is caught${reason}`, { timeout: 120_000 }, async () => {
    const folder = plant(mutant)
    const { db, drop } = await makeDb({
      folder,
      ...(mutant.needsPostgres && { database: 'postgres' }),
    })
    try {
      const result = await fc.check(
        fc.asyncProperty(ops(30), (orders) => play(db, orders)),
        { numRuns: 300, endOnFailure: true },
      )
      expect(result.failed).toBe(true)
    } finally {
      await drop()
      fs.rmSync(folder, { recursive: true })
    }
  })
})

test('a mutant that changes nothing is an error', () => {
  const idle = { name: 'idle', edits: [['not in the source', ''] satisfies [string, string]] }
  expect(() => plant(idle)).toThrow('Nothing to replace')
})
