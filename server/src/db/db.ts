import type { Db } from './sql.ts'

export { openPostgres } from './postgres.ts'
export type { Replica } from './replica.ts'
export {
  afterCommit,
  type Db,
  databaseOf,
  json,
  liftTimeLimit,
  part,
  type Sql,
  type SqlPart,
  type SqlValue,
} from './sql.ts'

// A bank on a PostgreSQL server never loads the embedded one: it would take a tenth of its memory.

/** Opens the bank's own data folder; a new one is a copy of the cluster `from`, where there is that. */
export async function openEmbedded(options: { dataDir: string; from?: () => string }): Promise<Db> {
  const embedded = await import('./embedded.ts')
  return embedded.openEmbedded(options)
}

/** A database in memory, gone when closed. */
export async function openMemory(options: { from?: Blob } = {}): Promise<Db> {
  const embedded = await import('./embedded.ts')
  return embedded.openMemory(options)
}
