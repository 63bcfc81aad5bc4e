import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { backOff } from './back-off.ts'
import { part } from './db.ts'

const db = await testDb()

test('the wait doubles up to an hour', async () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const rows = await db.sql<{ at: Date }>`
    select ${backOff(now, part`stuck`)} as at
    from unnest(${[0, 1, 2, 6, 7, 1000]}::int4[]) stuck order by stuck`
  const waits = rows.map(({ at }) => +at - +now)
  expect(waits).toEqual([30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000])
})
