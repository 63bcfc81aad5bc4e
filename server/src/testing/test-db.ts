import { afterAll } from 'vitest'
import type { Db } from '#db/db.ts'
import { makeDb } from './make-db.ts'

/**
 * A migrated database for one test file, closed and dropped after it. Call it at the top level:
 * `const db = await testDb()`. In memory, or on PostgreSQL with `TEST_DATABASE=postgres`.
 */
export async function testDb(): Promise<Db> {
  const { db, drop } = await makeDb()
  afterAll(drop)
  return db
}
