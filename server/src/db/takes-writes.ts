import { busy } from '#kernel/failure.ts'
import type { Sql } from './sql.ts'

/** Asks the database whether it takes writes: a standby, or one that is set read-only, answers too. */
export async function mustTakeWrites(sql: Sql): Promise<void> {
  const [row] = await sql<{ reads_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as reads_only`
  if (row?.reads_only !== false) throw busy()
}
