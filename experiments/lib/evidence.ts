import type { Db } from '../../server/src/db/db.ts'
import { audit } from '../../server/src/ledger/audit.ts'

/** What must be nothing at the end of an experiment. */
export type Evidence = { lost: number; duplicated: number; half: number; unsound: number }

/**
 * Looks every acknowledged transfer up: its key is the description of both statement lines, so it
 * must be there exactly twice, once by the id that the client was told. What was never
 * acknowledged may be there whole or not at all.
 */
export async function lookAtTransfers(
  db: Db,
  acked: ReadonlyMap<string, { id: string }>,
): Promise<Evidence> {
  const rows = await db.sql<{ key: string; ids: string[]; sides: number }>`
    select description as key, array_agg(id::text) as ids, count(distinct type)::int as sides
    from transactions where method = 'local' group by description`
  const found = { lost: 0, duplicated: 0, half: 0, unsound: 0 }
  const known = new Map(rows.map((row) => [row.key, row.ids]))
  for (const [key, { id }] of acked) if (!known.get(key)?.includes(id)) found.lost += 1
  for (const { ids, sides } of rows) {
    if (ids.length > 2) found.duplicated += 1
    else if (ids.length < 2 || sides < 2) found.half += 1
  }
  found.unsound = (await audit(db)).length
  return found
}

export const isClean = (evidence: Evidence): boolean => !Object.values(evidence).some(Boolean)
