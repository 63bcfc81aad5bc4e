import type { Db } from '../../server/src/db/db.ts'

/** Waits until everybody has been told of everything, since that belongs to the burst before. */
export async function told(db: Db): Promise<number> {
  const start = performance.now()
  for (;;) {
    const [row] = await db.sql<{ waiting: boolean }>`
      select exists (select from outbox) as waiting`
    if (!row?.waiting) return (performance.now() - start) / 1000
    await new Promise((done) => setTimeout(done, 20))
  }
}
