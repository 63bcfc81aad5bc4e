import type { Config } from '#kernel/config.ts'
import { type Db, openEmbedded, openPostgres } from './db.ts'
import { keptCluster } from './kept-cluster.ts'
import { openReplica, type Replica } from './replica.ts'

/** Opens the database that the settings name. */
export function openDb(config: Config): Promise<Db> {
  const { databaseUrl: url, listenDatabaseUrl: listenUrl, dataDir } = config
  const { poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs } = config
  return url
    ? openPostgres({ url, listenUrl, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs })
    : openEmbedded({ dataDir, from: keptCluster })
}

/**
 * Works on the standby that the settings name for the audit; without one, on the bank's own database.
 * On a server it has two connections of its own, both of which the whole audit needs.
 */
export async function onAuditDb<T>(
  { db, config: { auditDatabaseUrl, databaseUrl } }: { db: Db; config: Config },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const url = auditDatabaseUrl ?? databaseUrl
  if (!url) return work(db)
  const own = await openPostgres({ url, poolSize: 2 })
  try {
    return await work(own)
  } finally {
    await own.close()
  }
}

/** The standby that the settings name, if any. */
export function replicaOf(config: Config): Replica | undefined {
  const { readDatabaseUrl: url, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs } = config
  return url
    ? openReplica({ url, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs })
    : undefined
}
