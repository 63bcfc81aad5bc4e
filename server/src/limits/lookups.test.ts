import { expect, test } from 'vitest'
import { busy } from '#kernel/failure.ts'
import { testDb } from '#testing/test-db.ts'
import { findCounted } from './lookups.ts'

const db = await testDb()
const asker = { customerId: 1n, now: new Date() }
const counts = () => db.sql`select bucket, count from attempts order by bucket`
const counted = (count: number) => [
  { bucket: 'resolve:day:1', count },
  { bucket: 'resolve:hour:1', count },
]

test('a number that nobody holds stays counted; one that was found, or could not be looked for, does not', async () => {
  await findCounted(db.sql, asker, async () => undefined)
  expect(await counts()).toEqual(counted(1))
  expect(await findCounted(db.sql, asker, async () => 'somebody')).toBe('somebody')
  expect(await counts()).toEqual(counted(1))
  const away = findCounted(db.sql, asker, () => Promise.reject(busy()))
  await expect(away).rejects.toMatchObject({ code: 'unavailable' })
  expect(await counts()).toEqual(counted(1))
})
