import type { Db } from './sql.ts'

export { openPostgres } from './postgres.ts'
export type { Replica } from './replica.ts'
export { type Db, databaseOf, json, part, type Sql, type SqlPart, type SqlValue } from './sql.ts'

// A bank on a PostgreSQL server never loads the embedded one: it would take a tenth of its memory.

/** Opens the bank's own data folder; one process at a time may hold it. */
export async function openEmbedded(options: { dataDir: string }): Promise<Db> {
  const embedded = await import('./embedded.ts')
  return embedded.openEmbedded(options)
}

/** A database in memory, gone when closed. */
export async function openMemory(options: { from?: Blob } = {}): Promise<Db> {
  const embedded = await import('./embedded.ts')
  return embedded.openMemory(options)
}
